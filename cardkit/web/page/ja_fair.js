/* Japanese for deals, by the English template. Data only. */

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
