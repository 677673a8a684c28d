import type { Message } from "../catalogue";
import type { duplicates as english } from "../en/duplicates";
import { counted } from "./forms";

/** The page of contacts that are likely there twice. */
export const duplicates: Record<keyof typeof english, Message> = {
  "duplicates.title": "重複",
  "duplicates.lead":
    "同一人物と思われる連絡先です。自動で統合されることはなく、統合は30日間、履歴から元に戻せます。",
  "duplicates.count": counted("{count}組の重複候補"),
  "duplicates.cut": "可能性の高いものだけを表示しています。片付いたらもう一度検索してください",
  "duplicates.again": "もう一度検索",
  "duplicates.running": counted("{count}件の連絡先から重複を探しています…"),
  "duplicates.progress": "重複の検索",
  "duplicates.empty.title": "重複はありません",
  "duplicates.empty.body": "二重に登録された連絡先はないようです。",
  "duplicates.failed.title": "検索に失敗しました",
  "duplicates.failed.body": "しばらくしてからもう一度お試しください。",
  "duplicates.and": "と",
  "duplicates.score": "可能性{percent}%",
  "duplicates.reason.same_mailbox": "同じメールボックス",
  "duplicates.reason.same_name": "同じ名前",
  "duplicates.reason.similar_name": "似た名前",
  "duplicates.reason.same_company": "同じ会社",
  "duplicates.reason.same_domain": "同じ組織のアドレス",
  "duplicates.reason.same_phone": "同じ電話番号",
  "duplicates.reason.similar_email": "似たメールアドレス",
  "duplicates.both": "両方を上下に並べる",
  "duplicates.merge": "統合",
  "duplicates.merged": "統合しました。履歴から元に戻せます。",
  "duplicates.apart": "重複ではない",
  "duplicates.apart.done": "別人として記録しました。",
  "duplicates.keeps": "両方のタグと履歴、そして片方にしかない値はすべて残ります。",
  "duplicates.keeps.optedOut":
    "両方のタグと履歴、そして片方にしかない値はすべて残ります。一方が配信停止のため、統合後の連絡先も配信停止になります。",
};
