import type { Message } from "../catalogue";
import type { mapping as english } from "../en/mapping";
import { counted } from "./forms";

/** Why a column of a file was suggested for a field. */
export const mapping: Record<keyof typeof english, Message> = {
  "map.consent": "「{header}」はメールを希望しない人を表していますか？　このままでは取り込まれません。",
  "map.consent.struck":
    "取り消し線の引かれた行があります。この人たちは配信停止しましたか？「{header}」の列がその目印です。",
  "map.consent.struck.rows": "{rows}行目。",
  "map.consent.struck.more": "{rows}行目など、全部で{count}行。",
  "map.consent.values": "値：{values}。",
  "map.consent.several":
    "{columns}はいずれも配信停止した人を示します。どれか1つで十分です。1つでも該当する人にはメールを送りません。",
  "map.consent.several.column": "「{header}」",
  "map.consent.out": "「はい」が配信停止を表す",
  "map.consent.in": "「いいえ」が配信停止を表す",
  "map.consent.no": "取り込まない",
  "map.consent.mapped":
    "「{header}」はメールを希望しない人を表していますか？　このままでは{field}になり、誰も配信停止になりません。",
  "map.consent.empty":
    "「{header}」はメールを希望する人を示す列ですが、空欄の人がいます。空欄の意味を選んでください。選ばない場合、誰も配信停止になりません。",
  "map.consent.unread":
    "「{header}」には「はい」でも「いいえ」でもない値があります。それぞれの意味を選んでください。意味を選ばない値では、誰も配信停止になりません。",
  "map.consent.unread.leave": "わからない（誰も配信停止にしない）",
  "map.value": "「{value}」",
  "map.value.empty": "空欄",
  "map.value.out": "配信停止",
  "map.value.not": "配信中",
  "map.value.others": "「はい」でも「いいえ」でもないその他の値",
  "map.value.means": "{value}：{meaning}",
  "map.value.told": "「{header}」の次の値の意味が指定されています。",
  "map.consent.turned":
    "「{header}」は見かけと逆の意味か、別の意味かもしれません。下に当てはまる答えがなければ、ファイルの該当行に「配信停止」と書いて、もう一度アップロードしてください。",
  "check.unread": counted(
    "{count}行で、配信停止かどうかを読み取れません。これらの行では誰も配信停止になりません。",
  ),
  "check.unread.value": counted("「{value}」（{count}行）"),
  "check.unread.hint": "これらの値の意味を選ぶか、そのままにしてください。",
  "check.failedOptOuts": counted(
    "拒否される行のうち{count}行は配信停止を示しています。それでも配信停止は有効です。",
  ),
  "check.skippedOptOuts": counted(
    "スキップされる行のうち{count}行は、連絡先にいない人の配信停止を示しています。この情報は記録され、以後のインポートでこの人の配信が再開されることはありません。",
  ),
  "check.confirmReject": counted("{does}、{count}行を拒否"),
  "check.confirmOptOuts": counted("{count}件の配信停止を保存"),
  "result.undo.optOuts": counted(
    "連絡先にいない人の配信停止の記録{count}件を取り消します。このインポートだけが示していたものです。",
  ),
  "result.skippedOptOuts": counted(
    "スキップされた行のうち{count}行は、連絡先にいない人の配信停止を示していました。配信停止は記録しました。",
  ),
  "result.failedOptOuts": counted(
    "拒否された行のうち{count}行は配信停止を示していました。それでも配信停止は有効です。",
  ),
  "result.errors.optedOut": "この人は配信停止を希望しています。それでも配信停止は有効です。",
  "map.consent.list":
    "配信停止した人の一覧のようです。このままでは、メールを受け取る連絡先になるか、受け取る連絡先のまま残ります。",
  "map.consent.sheet":
    "このブックの別のシートに、配信停止した人が載っている可能性があります。取り込むのはこのシートだけです。先に別のシートを確認するか、後で取り込んでください。",
  "map.consent.sheet.go": "このシートで続ける",
  "map.consent.below":
    "このファイルの下のほうに、見出しに続いて、配信停止した人が載っている可能性があります。このままでは、メールを受け取る連絡先になるか、受け取る連絡先のまま残ります。その行に配信停止を示す列を加えるか、別のファイルとして取り込んでください。",
  "map.consent.below.go": "配信停止した人はいないので続ける",
  "map.consent.list.all": "はい、全員を配信停止にする",
  "map.consent.all": "このファイルの全員が配信停止になります。",
  "map.consent.all.not": "いいえ、列で示された人だけにする",
  "map.consent.list.keep": "いいえ、メールを送ってよい人です",
  "map.consent.keep": "いいえ、{field}のままにする",
  "map.consent.none": "{count}件のどれでもない：そのまま取り込む",
  "map.why.header_means": "列名は「{field}」を意味します。",
  "map.why.header_means_cells_agree": "列名は「{field}」を意味し、セルの内容とも合います。",
  "map.why.header_means_cells_differ": "列名は「{field}」を意味しますが、セルの内容は別のもののようです。",
  "map.why.header_contains": "列名に「{field}」を表す語が含まれます。",
  "map.why.header_contains_cells_agree": "列名に「{field}」を表す語が含まれ、セルの内容とも合います。",
  "map.why.header_contains_cells_differ":
    "列名に「{field}」を表す語が含まれますが、セルの内容は別のもののようです。",
  "map.why.header_resembles": "列名は「{field}」を表す語に似ています。",
  "map.why.header_resembles_cells_agree": "列名は「{field}」を表す語に似ており、セルの内容とも合います。",
  "map.why.header_resembles_cells_differ":
    "列名は「{field}」を表す語に似ていますが、セルの内容は別のもののようです。",
  "map.why.subscribed_flag":
    "「{header}」はメールを受け取る人を表します。したがって「いいえ」の人が配信停止になり、「はい」なら何も変わりません。",
  "map.why.unsubscribed_flag":
    "「{header}」は配信停止を希望した人を表します。「はい」なら配信停止になり、「いいえ」なら何も変わりません。",
  "map.why.unsubscribed_date": "「{header}」は配信停止の日時を表します。値があれば配信停止になります。",
  "map.why.cells_are_emails": "セルの内容がメールアドレスです。",
  "map.why.cells_are_phones": "セルの内容が電話番号のようです。",
  "map.why.cells_are_names": "セルの内容が人の名前のようです。",
  "map.why.cells_say_unsubscribed": "「{header}」の言葉が、配信停止の人を表しています。",
  "map.why.name_beside_other": "もう一方の名前の列があるため、「{header}」は{field}です。",
  "map.why.name_alone": "「{header}」は氏名です。行ごとに姓と名に分けます。",
  "map.why.own_custom_field": "Kithがこの名前でエクスポートしたカスタム項目です。",
  "map.why.own_error_column": "Kithが拒否された行のファイルに追加した列です。",
  "map.why.field_taken": "{field}には、すでに「{filler}」が対応付けられています。",
  "map.why.other_sheet": "アドレスの列です。別のシートに配信停止した人がいる可能性があります。",
  "map.why.table_below": "アドレスの列です。下のほうに配信停止した人がいる可能性があります。",
  "map.why.second_table": "最初の表の横にある、2つ目の表の列です。",
  "map.why.no_header": "列名がなく、セルの内容からも項目を特定できません。",
  "map.why.may_be_consent": "メールを希望しない人を表している可能性があります。意味を選んでください。",
  "map.why.struck_through": "取り消し線の引かれた行があります。配信停止した人かどうかを選んでください。",
  "map.why.kept_as_custom": "標準の項目がないため、カスタム項目として残します。",
  "map.why.kept_beside":
    "{field}には、すでに「{filler}」が対応付けられています。カスタム項目として残します。",
  "map.why.no_field": "標準の項目がありません。残すにはカスタム項目を選んでください。",
  "map.why.row_counter": "行番号だけの列です。残すにはカスタム項目を選んでください。",
  "map.why.beyond_custom_fields":
    "空きがありません。連絡先のカスタム項目は上限です。残すには別の列を取り込まないようにしてください。",
  "map.why.beyond_workspace_fields":
    "空きがありません。ワークスペースのカスタム項目は上限です。残すには既存の項目を選んでください。",
  "map.why.beyond_custom_size":
    "文が長く、連絡先に収まらない可能性があります。残すにはカスタム項目を選んでください。収まらない行は拒否されます。",
  "map.why.model": "AIモデルは「{header}」を{field}と判断しました。",
  "map.why.remembered": "前回この列をこのように対応付けました。",
  "map.why.remembered_answer": "前回この列についてお答えいただいたとおりです。",
  "map.lines": "ファイルの最初の行です。列名の行をクリックしてください。",
  "map.delimiters": "区切り文字ごとのファイルの分かれ方",
  "map.more": counted("残り{count}列を表示"),
  "map.doubtful": counted("{count}列は確認が必要です"),
  "map.left.beyond_custom_fields": counted(
    "連絡先のカスタム項目は{max}個までのため、{count}列は取り込まれません：{columns}。残すには、別の列を「取り込まない」にしてから、その列にカスタム項目を選んでください。",
  ),
  "map.left.beyond_workspace_fields": counted(
    "ワークスペースにカスタム項目を追加する空きがないため、{count}列は取り込まれません：{columns}。残すには既存の項目を選ぶか、不要な項目を削除してからここで新しい項目を選んでください。",
  ),
  "map.left.beyond_custom_size": counted(
    "文が長く連絡先に収まらない可能性があるため、{count}列は取り込まれません：{columns}。残すにはカスタム項目を選んでください。収まらない行は次のステップに表示されます。",
  ),
  "map.keepAll": counted("一致しなかった{count}列をカスタム項目として残す"),
  "map.sum.matched": "{count}列が一致",
  "map.sum.custom": counted("カスタム項目{count}列"),
  "map.open": "不足している項目を表示",
  "map.sum.left": "{count}列は取り込まない",
  "map.sheet": "シート",
  "map.sheet.found": "シート「{sheet}」を読み込みます。最初のシートにはメールアドレスがありません。",
  "map.sheet.again":
    "シート「{sheet}」を読み込みます（全{count}枚のうち1枚）。別のシートを読み込むには、ブックをもう一度アップロードしてください。",
  "map.source.xlsx": "Excelブック",
  "map.source.json": "JSON",
  "map.source.vcard": "vCard",
};
