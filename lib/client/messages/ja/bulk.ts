import type { Message } from "../catalogue";
import type { bulk as english } from "../en/bulk";
import { counted } from "./forms";

/** Actions on many contacts at once, which run on the server. */
export const bulk: Record<keyof typeof english, Message> = {
  "bulk.region": "実行中の操作",
  "bulk.doing.tag": counted("{count}件の連絡先に「{tag}」を追加中"),
  "bulk.doing.untag": counted("{count}件の連絡先から「{tag}」を外しています"),
  "bulk.doing.unsubscribe": counted("{count}件の連絡先を配信停止にしています"),
  "bulk.doing.delete": counted("{count}件の連絡先を削除中"),
  "bulk.doing.set": counted("{count}件の連絡先の{field}を設定中"),
  "bulk.done.unsubscribe": counted("{count}件の連絡先を配信停止にしました"),
  "bulk.done.delete": counted("{count}件の連絡先を削除しました"),
  "bulk.done.set": counted("{count}件の連絡先の{field}を変更しました"),
  "bulk.done.nothing": "変更するものはありません。すべてすでにその状態です。",
  "bulk.doing.convert_field": counted("{count}件の連絡先の{name}を変換中"),
  "bulk.doing.merge_field": counted("{count}件の連絡先の{name}を移動中"),
  "bulk.doing.delete_field": counted("{count}件の連絡先の{name}を削除中"),
  "bulk.done.convert_field": counted("{count}件の連絡先の{name}を変換しました"),
  "bulk.done.merge_field": counted("{count}件の連絡先の{name}を移動しました"),
  "bulk.done.delete_field": counted("{count}件の連絡先から{name}を削除しました"),
  "bulk.unfit": counted("{count}件の値は型に合わないため、そのまま残しました"),
  "bulk.noRoom": counted("{count}件の連絡先には、カスタム項目をこれ以上追加できません"),
  "bulk.stopped": "停止しました。{what}。",
  "bulk.failed.tag_deleted": "途中でタグが削除されました。それまでに：{what}。",
  "bulk.failed.interrupted": "何度も中断されました。それまでに：{what}。",
  "bulk.failed.unexpected": "問題が発生しました。それまでに：{what}。",
  "bulk.of": "{done} / {total}",
  "bulk.waiting": "順番を待っています",
  "bulk.progress": "進行状況",
  "bulk.stop": "停止",
  "bulk.started":
    "サーバーで実行しています。このページを閉じてもかまいません。進行状況はリストの上と履歴に表示されます。",
  "bulk.undo.running": "バックグラウンドで元に戻しています。進行状況は履歴に表示されます。",
  "bulk.set": "項目を設定",
  "bulk.set.title": counted("{count}件の連絡先の項目を設定"),
  "bulk.set.field": "項目",
  "bulk.set.value": "新しい値",
  "bulk.set.hint": "今ある値を置き換えます。空のままにすると、項目の値が消去されます。",
  "bulk.set.required": "今ある値を置き換えます。",
  "bulk.set.action": counted("{count}件の連絡先に設定"),
  "bulk.set.clear": counted("{count}件の連絡先から消去"),
};
