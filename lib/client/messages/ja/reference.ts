import type { Message } from "../catalogue";
import type { reference as english } from "../en/reference";
import { counted } from "./forms";

export const reference: Record<keyof typeof english, Message> = {
  "docs.intro":
    "このダッシュボードの操作はすべて同じAPIを通ります。リクエストはJSONで、AuthorizationヘッダーにアクセストークンまたはAPIキーを付けます。",
  "docs.guide": "はじめに",
  "docs.search": "リファレンスを検索",
  "docs.search.found": counted("{count}件一致"),
  "docs.copy": "コピー",
  "docs.markdown": "Markdown",
  "docs.markdown.copy": "Markdownとしてコピー",
  "docs.try": "試してみる",
  "docs.try.signIn": "ログインするとここでリクエストを試せます",
  "docs.try.reads": "このリクエストをあなたとして送信し、応答を表示します。",
  "docs.try.changes":
    "このリクエストをあなたとして送信します。テストではなく、ワークスペースが実際に変わります。",
  "docs.try.file": "ファイル",
  "docs.try.send": "{method}を送信",
  "docs.try.failed": "サーバーが応答しませんでした。接続を確認して、もう一度お試しください。",
  "docs.answer.example": "応答の例",
  "docs.spec": "OpenAPIドキュメント",
  "docs.token.copy": "アクセストークンをコピー",
  "docs.operations": "操作",
  "docs.parameters": "パラメーター",
  "docs.body": "本文",
  "docs.example": "例",
  "docs.answers": "応答",
  "docs.caller.public": "トークン不要",
  "docs.caller.bearer": "スコープ{scope}",
  "docs.caller.user": "ログインしたユーザーのみ",
  "docs.caller.cron": "CRON_SECRET",
  "docs.caller.webhook": "WEBHOOK_SECRETまたは署名",
  "docs.errors": "エラー",
  "docs.schemas": "スキーマ",
};
