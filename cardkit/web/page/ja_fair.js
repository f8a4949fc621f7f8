/* Japanese for deals, by the English template. Data only. */

/** What can be false in a deal, in the words of every client. */
export const FOUND = {
  "what the server says of a deal cannot be read": "配札についてのサーバーの言葉が読めません",
  "the deal does not say what it is about": "何についての配札か書かれていません",
  "the seats of the deal are not one for each player": "配札の席順が一人一席になっていません",
  "this deal was never opened": "この配札は宣言されていません",
  "the dealer has bound itself anew to a deal that was open already":
    "宣言済みの配札について、親が約束をやり直しました",
  "the deal is about another one, or about another table": "別の配札か、別の卓のものです",
  "the deal is about another table": "別の卓の配札です",
  "the deal names another key of the server than the deals before":
    "サーバーの鍵がこれまでの配札と違います",
  "the deal is about other rules than the deals before": "ルールがこれまでの配札と違います",
  "the number of this deal was used before": "この配札の番号は前に使われています",
  "a deal was given up although nobody had left":
    "誰も席を立っていないのに、配札が取りやめられました",
  "an old deal is dealt once more": "古い配札がもう一度使われています",
  "a deal was taken back after its cards were dealt": "札を配った後で配札が取り消されました",
  "a game has begun without a deal of its own": "新しい配札なしにゲームが始まりました",
  "others play than the deal was opened for": "配札の宣言と違う人たちが遊んでいます",
  "the list of commitments was changed after it was told":
    "約束の一覧が、知らされた後で変わりました",
  "the list of commitments is not one for each seat": "約束の一覧が一人一つになっていません",
  "the list holds a commitment of yours that you never made":
    "した覚えのない約束が、あなたの名で一覧にあります",
  "contributions were opened before all were bound": "全員が約束する前に乱数が公開されました",
  "the contributions were changed after they were told": "乱数が、知らされた後で変わりました",
  "the list of contributions is not one for each seat": "乱数の一覧が一人一つになっていません",
  "what {name} gave is not what {name} was bound to": "{name}の乱数が約束と違います",
  "a deck was bound before all contributions were there":
    "乱数がそろう前に山札が決められていました",
  "the root of a shuffle was changed after it was told":
    "切った山のルートが、知らされた後で変わりました",
  "{size} cards were shuffled, and the deck has {cards}":
    "{size}枚が切られましたが、山札は{cards}枚です",
  "more was shuffled than in any game": "切る回数が多すぎます",
  "other cards were shuffled than the dealer was bound to": "約束と違う枚数の札が切られました",
  "a pile was shuffled that nobody was bound to": "約束のない山が切られました",
  "a card comes with a proof for a shuffle that nobody was bound to":
    "約束のない山の証明が札に付いています",
  "a card comes with a proof for another deal": "別の配札の証明が札に付いています",
  "a card comes with a proof for another shuffle than that of its pile":
    "その山とは別の切り方の証明が札に付いています",
  "{card} was not at place {place} of the deck before it was dealt":
    "{card}は、配る前に山札の{place}番目にありませんでした",
  "there are too many {card} in this deck": "この山札には{card}が多すぎます",
  "the card at place {place} was dealt twice": "{place}番目の札が二度配られました",
  "{name} was dealt the card at place {place}, and {next} was next":
    "{name}に{place}番目の札が配られましたが、次は{next}番目でした",
  "a card was dealt without a proof: {cards}": "証明のない札が配られました: {cards}",
  "more cards were proved than dealt": "配った札より多くの札が証明されています",
  "{card} was told, and {proved} was proved": "{card}と知らされましたが、証明は{proved}です",
  "the secret is not the one that the dealer was bound to": "秘密が親の約束と違います",
  "the deck is not the one that follows from all contributions":
    "山札が全員の乱数から決まるものと違います",
  "the secret of this deal was kept back": "この配札の秘密が公開されていません",
};

/** The mark beside the title of a table, and what is behind it. */
export const FAIR = {
  "not checked here: open the https link": "確認できません: httpsのリンクで開いてください",
  "FALSE: a deal was not fair": "偽り: 配札が公正ではありません",
  FALSE: "偽り",
  "{name} doubts a deal": "{name}が配札を疑っています",
  "deals are not proved here": "配札は証明されません",
  "no card was proved to you yet": "まだ証明された札はありません",
  "No card of this deal was dealt to you. When the secret is opened, the whole deck is checked.":
    "この配札では、あなたに札は配られていません。秘密が公開されたら、山札全体を確認します。",
  "no cards are dealt yet": "まだ札は配られていません",
  "deal checked: 1 card proved": "配札を確認: 1枚を証明",
  "deal checked: {count} cards proved": "配札を確認: {count}枚を証明",
  "Is the deal fair?": "配札は公正ですか",
  "Every card that was dealt to you came with a proof, and every proof was right.":
    "あなたに配られた札にはすべて証明が付いていて、どれも正しいものでした。",
  "Every proof was right, but nobody gave a number: only the server's own promise is left.":
    "証明はすべて正しいのですが、誰も乱数を出していません。サーバー自身の約束だけが残ります。",
  "No cards are dealt yet. When they are, this page checks every card that you see.":
    "まだ札は配られていません。配られたら、あなたに見える札をすべて確認します。",
  "This server does not prove its deals.": "このサーバーは配札を証明しません。",
  "This page did not come over a safe connection, so the browser cannot check anything. Open the https link of this server.":
    "安全な接続で開かれていないので、ブラウザーでは確認できません。このサーバーのhttpsのリンクを開いてください。",
  "The program of somebody else has found something false. This page has not.":
    "ほかの人のプログラムが偽りを見つけました。このページでは見つかっていません。",
  "The server has told you something of a deal that cannot be true:":
    "配札について、サーバーが真実でありえないことを言いました:",
  "The server draws a secret number and tells only its fingerprint: from then on it cannot take another.":
    "サーバーは秘密の数を引き、その指紋だけを知らせます。その後は別の数に替えられません。",
  "The page of each player does the same, and then all open their numbers. One honest number is enough to make the whole deck random.":
    "各プレイヤーのページも同じことをし、それから全員が数を公開します。正直な数が一つあれば、山札全体が無作為になります。",
  "Secret and numbers together give the order of the deck. Before the first card is dealt the server is bound to every card at its place.":
    "秘密と全員の数から山札の順が決まります。最初の札を配る前に、サーバーはすべての札の位置を約束します。",
  "Each card that you see comes with a proof of its place, and the places are used in order.":
    "あなたに見える札には位置の証明が付き、札は順に配られます。",
  "In the end the server opens its secret, and the page makes the whole deck again.":
    "最後にサーバーが秘密を公開し、ページは山札全体を作り直して確かめます。",
  "How it works, and what it cannot prove": "仕組みと、証明できないこと",
  "Not proved: the server knows all cards while they are played, and friends can talk to each other. Robots and programs that take no part give no number.":
    "証明できないこと: 対戦中、サーバーはすべての札を知っています。また、友だち同士が話すことは防げません。ロボットや参加しないプログラムは乱数を出しません。",
  "The whole story is in docs/fairness.md of cardkit. With the record of a match everybody can check it again: cardkit verify.":
    "詳しくは cardkit の docs/fairness.md にあります。試合の記録があれば、誰でも cardkit verify で確かめ直せます。",
  "Deal {number}": "配札{number}",
  "Deal {number}:": "配札{number}:",
  "This page has told everybody at the table, and the record of the match has to say so, too. Ask the host for it before you play on.":
    "このページは卓の全員に知らせました。試合の記録にも残るはずです。続ける前に、主催者に記録を求めてください。",
  "another window gave one": "別のウィンドウが乱数を出しました",
  "gave a number": "乱数を出しました",
  "gave no number": "乱数を出していません",
  "your number did not count": "あなたの乱数は使われませんでした",
  "a robot: gives no number": "ロボット（乱数を出しません）",
  "1 card was proved to you in this deal.": "この配札では1枚が証明されました。",
  "{count} cards were proved to you in this deal.": "この配札では{count}枚が証明されました。",
  "The server has not opened its secret yet; usually it does when the match is over. Then the whole deck is checked, too.":
    "サーバーはまだ秘密を公開していません。ふつうは試合の終わりに公開し、そこで山札全体も確認します。",
  "{opened} of {dealt} secrets were opened: those decks were right.":
    "{dealt}個のうち{opened}個の秘密が公開され、その山札は正しいものでした。",
  "The secret was opened: every deck was right.":
    "秘密が公開されました。山札はすべて正しいものでした。",
  Doubts: "疑い",
};
