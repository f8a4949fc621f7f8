"""Japanese for what is found false in deals, by the English template. Data only."""

TEXTS: dict[str, str] = {
    "what the server says of a deal cannot be read": "配札についてのサーバーの言葉が読めません",
    # what a deal is about
    "the deal does not say what it is about": "何についての配札か書かれていません",
    "the seats of the deal are not one for each player": "配札の席順が一人一席になっていません",
    "this deal was never opened": "この配札は宣言されていません",
    "the dealer has bound itself anew to a deal that was open already": (
        "宣言済みの配札について、親が約束をやり直しました"
    ),
    "the deal is about another one, or about another table": "別の配札か、別の卓のものです",
    "the deal is about another table": "別の卓の配札です",
    "the deal names another key of the server than the deals before": (
        "サーバーの鍵がこれまでの配札と違います"
    ),
    "the deal is about other rules than the deals before": "ルールがこれまでの配札と違います",
    "the deal is about something else than this match": "この配札は、この試合のものではありません",
    "the number of this deal was used before": "この配札の番号は前に使われています",
    "a deal was given up although nobody had left": (
        "誰も席を立っていないのに、配札が取りやめられました"
    ),
    "an old deal is dealt once more": "古い配札がもう一度使われています",
    "a deal was taken back after its cards were dealt": "札を配った後で配札が取り消されました",
    "this step of the deal was taken before": "配札のこの手順は前に済んでいます",
    "a game has begun without a deal of its own": "新しい配札なしにゲームが始まりました",
    "others play than the deal was opened for": "配札の宣言と違う人たちが遊んでいます",
    # contributions
    "the list of commitments was changed after it was told": (
        "約束の一覧が、知らされた後で変わりました"
    ),
    "the list of commitments is not one for each seat": "約束の一覧が一人一つになっていません",
    "the list holds a commitment of yours that you never made": (
        "した覚えのない約束が、あなたの名で一覧にあります"
    ),
    "contributions were opened before all were bound": "全員が約束する前に乱数が公開されました",
    "the contributions were changed after they were told": "乱数が、知らされた後で変わりました",
    "the list of contributions is not one for each seat": "乱数の一覧が一人一つになっていません",
    "what {name} gave is not what {name} was bound to": "{name}の乱数が約束と違います",
    "the seed does not follow from the contributions": "シードが乱数から導いたものと違います",
    # shuffles
    "a deck was bound before all contributions were there": (
        "乱数がそろう前に山札が決められていました"
    ),
    "the root of a shuffle was changed after it was told": (
        "切った山のルートが、知らされた後で変わりました"
    ),
    "{size} cards were shuffled, and the deck has {cards}": (
        "{size}枚が切られましたが、山札は{cards}枚です"
    ),
    "more was shuffled than in any game": "切る回数が多すぎます",
    "other cards were shuffled than the dealer was bound to": "約束と違う枚数の札が切られました",
    "a pile was shuffled that nobody was bound to": "約束のない山が切られました",
    # cards
    "a card comes with a proof for a shuffle that nobody was bound to": (
        "約束のない山の証明が札に付いています"
    ),
    "a card comes with a proof for another deal": "別の配札の証明が札に付いています",
    "a card comes with a proof for another shuffle than that of its pile": (
        "その山とは別の切り方の証明が札に付いています"
    ),
    "{card} was not at place {place} of the deck before it was dealt": (
        "{card}は、配る前に山札の{place}番目にありませんでした"
    ),
    "there are too many {card} in this deck": "この山札には{card}が多すぎます",
    "the card at place {place} was dealt twice": "{place}番目の札が二度配られました",
    "{name} was dealt the card at place {place}, and {next} was next": (
        "{name}に{place}番目の札が配られましたが、次は{next}番目でした"
    ),
    "a card was dealt without a proof: {cards}": "証明のない札が配られました: {cards}",
    "more cards were proved than dealt": "配った札より多くの札が証明されています",
    "{card} was told, and {proved} was proved": "{card}と知らされましたが、証明は{proved}です",
    # secrets
    "the secret is not the one that the dealer was bound to": "秘密が親の約束と違います",
    "the secret of deal {number} is missing": "第{number}回の配札の秘密がありません",
    "the deck is not the one that follows from all contributions": (
        "山札が全員の乱数から決まるものと違います"
    ),
    "the secret of this deal was kept back": "この配札の秘密が公開されていません",
}
