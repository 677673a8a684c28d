import type { Message } from "../catalogue";
import type { outcome as english } from "../en/outcome";
import { counted } from "./forms";

/** What came of an import, beside what was predicted. */
export const outcome: Record<keyof typeof english, Message> = {
  "result.contacts.all": "連絡先を表示",
  "result.predicted": "予測",
  "result.came": "実際",
  "result.same": "予測どおり",
  "result.asPredicted": "すべて予測どおりです。",
  "result.differs.line": "{label}：予測{predicted}に対して{value}",
  "result.differs.cut": "ファイルの途中でインポートが終わりました。",
  "result.differs.since":
    "確認からインポートまでの間に、別の場所で連絡先が追加、変更、または削除されました。各行は、その行を処理する時点の連絡先と比較されます。",
  "result.undoing.of": "{done} / {total}件の連絡先",
  "result.undo.rest": "残りを元に戻す",
  "result.undo.rest.title": "このインポートの残りを元に戻しますか？",
  "result.undo.nothing": "元に戻されるものはありません。",
  "result.undo.notYet": counted(
    "まだ元に戻せません。{count}件の連絡先がその後に変更されたか、以前のアドレスを別の連絡先が使っています。先に履歴でそれらの変更を元に戻してください。",
  ),
  "result.undo.left": counted("あと{count}日間、元に戻せます。"),
};
