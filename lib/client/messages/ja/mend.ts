import type { Message } from "../catalogue";
import type { mend as english } from "../en/mend";
import { counted } from "./forms";

/** Rejected rows, mended before an import. */
export const mend: Record<keyof typeof english, Message> = {
  "mend.none": "拒否される行はもうありません",
  "mend.body":
    "ここで修正した行は、ほかの行と一緒に取り込まれます。ファイル自体は変わりません。そのままにした行は拒否されます。",
  "mend.reasons": "理由",
  "mend.reason.emailInvalid": "メールアドレスではない",
  "mend.reason.emailMissing": "メールアドレスがない",
  "mend.reason.tooLong": "長すぎる",
  "mend.reason.tagTooLong": "タグが長すぎる",
  "mend.reason.tooManyTags": "タグが多すぎる",
  "mend.reason.tooManyCells": "列よりセルが多い",
  "mend.reason.otherHeader": "ここから別の列",
  "mend.reason.surplusCells": "ほかの行よりセルが多い",
  "row.tooFewCells":
    "「{value}」の前のセルが欠けている可能性があります。この行のセルは列の数より少なく、「{value}」は配信停止の列に入る値です。その列に移すか、この位置で正しい場合は配信停止の列にも入力してください。",
  "mend.reason.tooFewCells": "配信停止が別の列にある",
  "row.cellsMoved":
    "この行の「_line」はKithが書いた番号ではありません。セルが別の列にずれています。元の列に戻すか、「_line」のセルを空にしてください。",
  "mend.reason.cellsMoved": "セルが別の列にずれている",
  "mend.reason.quote": "余分な引用符",
  "map.warning.missing_values":
    "このファイルの「{example}」は値がないことを表すため、空として取り込まれます。",
  "map.warning.words_kept":
    "「{example}」は値がないことを表すか、名前の可能性があり、文字列として取り込まれます。",
  "map.missing.text": "文字列のまま残す",
  "map.missing.empty": "空にする",
  "map.warning.two_tables":
    "2つの表が横に並んでいます。連絡先として取り込まれるのは左の表だけです。右の表「{example}」は別のファイルにしてください。",
  "map.warning.rounded_numbers":
    "表計算ソフトが「{example}」のように数値を丸めたため、末尾の桁が失われています。元の表でその列を小数なしの数値か文字列の書式にして、ファイルをもう一度アップロードしてください。16桁目以降は元の表でも失われているため、リストの出力元から取り直してください。",
  "map.warning.hidden_rows":
    "フィルターなどで表示されていない行も取り込まれます：{count}行（{lines}行目など）。除くには、表示されている行だけを新しいブックにコピーしてアップロードしてください。",
  "map.warning.left_out": "取り込まれないvCardの項目：{example}",
  "map.warning.mixed_encodings":
    "この文字コードではない行が{count}行あります（例：{lines}行目）。これらの行は取り込まれません。ファイルを修正するか、それぞれの文字コードで1回ずつインポートしてください。",
  "row.otherHeader":
    "ここから先は列の構成が異なります。この行、またはその上の行で、列名が別の順序で改めて示されています。残りは別のファイルとしてアップロードしてください。",
  "row.unbalancedQuote":
    'この行の引用符（"）が閉じられていません。閉じるか、文字の一部であれば2つ重ねてください。',
  "row.cut":
    "セル内の改行によって、この行が途中で切れています。続きは次の行にあります。改行を削除するか、セルを引用符で囲んでください。",
  "row.rest": "この行は、セル内の改行で切れた上の行の続きです。",
  "row.undecodable":
    "この行には、ファイルの文字コードでは読めないバイトが含まれています。別の文字コードを選ぶか、行を修正してください。",
  "row.changedSince":
    "変更を確認した後に連絡先が変更されたため、そのまま残しました。今どう変わるかを見るには、この行をもう一度アップロードしてください。",
  "mend.reason.cut": "改行で切れた行",
  "mend.reason.rest": "上の行の続き",
  "mend.reason.undecodable": "文字化け",
  "mend.forAll": "これらすべての行で：",
  "mend.forAll.one": counted("{what}（{count}行）"),
  "mend.proposal.bareAddress": "アドレスだけを残す",
  "mend.proposal.firstAddress": "最初のアドレスを残す",
  "mend.proposal.atSign": "「(at)」や「%40」を「@」にする",
  "mend.proposal.noSpaces": "空白を取り除く",
  "mend.proposal.ascii": "アドレスを半角の基本文字（ASCII）で書く",
  "mend.proposal.punctuation": "ピリオドとコンマを直す",
  "mend.proposal.tidy": "アドレスを整える",
  "mend.proposal.otherCell": "別の列のアドレスを使う",
  "mend.proposal.trim": "上限の長さで切る",
  "mend.proposal.noNul": "NUL文字を取り除く",
  "mend.proposal.quoteAsText": "引用符を文字として扱う",
  "mend.proposal.dropEmpty": "末尾の空のセルを取り除く",
  "mend.proposal.nearestOption": "意図された選択肢を使う",
  "mend.use": "{value}を使う",
  "mend.line": "{line}行目",
  "mend.cell": "{column}、{line}行目",
  "mend.extraCell": "余分なセル{number}",
  "mend.cut": "このテキストは長すぎて、ここでは編集できません。",
  "mend.editRow.done": "完了",
  "mend.editRow": "行全体を編集",
  "mend.accepted": "受け付けました",
  "mend.limited": "直前の1分間のリクエストが多すぎます。この修正はまもなく自動的に再送信されます。",
  "mend.takeBack": "元に戻す",
  "mend.takeBack.rule": "元に戻す：{rule}",
  "mend.applied": "修正",
  "mend.applied.rows": counted("{count}行を修正済み"),
  "mend.applied.some": counted("編集した{count}行のうち{right}行を修正済み"),
  "map.reread.title": "ファイルを別の方法で読み取りますか？",
  "map.reread.body":
    "行が変わるため、修正した行と除外した行の指定は破棄されます。元の読み取り方に戻しても復元されません。",
  "map.reread.action": "別の方法で読み取る",
  "mend.discard": "すべての修正を破棄",
  "mend.previous": "前の行",
  "mend.next": "次の行",
  "mend.reason.number": "数値ではない",
  "mend.reason.date": "日付ではない",
  "mend.reason.yesNo": "「はい」でも「いいえ」でもない",
  "mend.reason.option": "選択肢にない",
  "upload.drop.anywhere": "ファイルをドロップしてインポート",
  "result.errors.mend": "修正して取り込む",
  "result.resume": counted("残りの{count}行を取り込む"),
  "error.changesConfirmed":
    "このインポートで行ごとに確認した変更は、もう保存されていません。残りを確認するには、ファイルをもう一度アップロードしてください。",
  "error.fieldChanged":
    "このインポートが値を入れるカスタム項目が、その間に変更または削除されました。列をもう一度確認してください。停止したインポートは、履歴でその変更を元に戻すと続けられます。",
  "error.correctionsDiffer":
    "このファイルの行は、別の読み方のときに修正されました。先に修正を破棄してください。",
};
