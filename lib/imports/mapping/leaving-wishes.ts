/** Patterns as those of `leaving-words.ts`: of who was removed because they asked for it, and of who called a mail spam. */

export const REMOVED_AT_WISH: readonly string[] = [
  "\\b(?:remov|delet|eras|delist)(?:ed|al|ion) (?:W ){0,2}(?:at|on|upon|by|per|as per) (?:W ){0,2}(?:request|wish)",
  "\\bauf (?:W )?wunsch (?:W ){0,3}(?:geloscht|entfernt|gestrichen)\\b|\\b(?:geloscht|entfernt|gestrichen) auf (?:W )?wunsch\\b",
  "\\b(?:retire|supprime|efface|enleve|radie)e?s? (?:W ){0,2}a (?:sa|leur|votre) (?:propre )?demande\\b",
  "\\b(?:eliminad|borrad|retirad|quitad|suprimid)[oa]s? (?:W ){0,2}(?:a|por) (?:peticion|solicitud)\\b|\\b(?:pedido|solicitado) (?:la )?baja\\b",
  "\\b(?:rimoss|cancellat|eliminat|tolt)[oaie] (?:W ){0,2}su (?:W ){0,2}richiesta\\b|\\b(?:removid|apagad|excluid|retirad|eliminad)[oa]s? (?:W ){0,2}a pedido\\b",
  "\\b(?:verwijderd|geschrapt|gewist) op (?:W )?verzoek\\b|\\bop (?:W )?verzoek (?:W ){0,2}(?:verwijderd|geschrapt|gewist)\\b",
  "\\b(?:usunie|wykresl)\\p{L}* (?:W ){0,2}na (?:W ){0,2}(?:prosb|zyczeni|zadani)|\\b(?:odstranen|vymazan|smazan|vyrazen|vyraden)\\p{L}? (?:W ){0,2}na (?:W ){0,2}(?:zadost|ziadost|prani|zelani)",
  "(?<!\\p{L})(?:удал[её]н|исключ[её]н|убран)\\p{L}* (?:W ){0,2}по (?:W ){0,2}(?:просьб|запрос|желани|заявлени)|(?<!\\p{L})(?:по)?прос\\p{L}* (?:удалить|убрать|исключить) (?:(?:W )?(?:адрес|почт|контакт|данн)|себя|из)",
  "(?<!\\p{L})видален\\p{L}* (?:W ){0,2}(?:на|за) (?:W ){0,2}(?:прохання|запит|бажання)",
  "\\b(?:borttagen|raderad|struken|slettet|fjernet) (?:W ){0,2}(?:pa|efter|etter) (?:W ){0,2}(?:begaran|onskem|ønske|anmodning|foresp)|\\bpoistettu (?:W ){0,2}pyynno",
  "\\b(?:keresere|kerelmere) (?:W )?torol|\\btorolve (?:W ){0,2}(?:keresere|kerelmere)|\\b(?:sters|scos|eliminat)[ai]? (?:W ){0,2}la (?:W ){0,2}cerere|(?<!\\p{L})(?:iste[gğ]i|talebi)(?:yle| ile| uzerine) (?:W )?(?:silin|c[iı]kar)",
  "(?<!\\p{L})διαγραφ\\p{L}* (?:κατοπιν|μετα απο|με) (?:W )?αιτημα|(?:הוסר|נמחק)\\p{L}* לבקשת|(?:ביקש|מבקש)\\p{L}* להסיר|(?:ال)?حذف\\p{L}* (?:W )?(?:بناء|حسب|ب)\\p{L}* (?:على )?طلب",
  "(?:希望|要望|依頼|申し出)(?:に?より|で|による)(?:削除|抹消|除外)|(?:应|應)(?:W )?(?:本人|客户|客戶|对方|對方|其)?的?(?:要求|请求|請求)已?(?:删除|刪除|移除)|본인 ?(?:요청|희망)(?:으로|에 ?따라)? ?(?:삭제|제외)",
];

export const CALLED_SPAM: readonly string[] = [
  "\\b(?:abuse|spam) (?:reports?|complaints?)\\b|\\bals spam (?:W )?(?:gemeldet|markiert|gekennzeichnet|gemeld|gemarkeerd|aangemerkt)\\b",
  "\\b(?:signal|marqu|declar|segnal|marcat|contrassegnat)\\p{L}* (?:W ){0,2}(?:comme |come )?spam\\b|\\b(?:marc|report|denunci|notific|semnal|raport)\\p{L}* (?:W ){0,2}(?:como|ca) spam\\b",
  "\\b(?:zglosi|zglasza|oznacz|oznac|nahlas)\\p{L}* (?:W ){0,2}(?:jako |ako )?spam|(?<!\\p{L})пожал\\p{L}* на спам|(?<!\\p{L})(?:отмет|помет|помеч|позначи)\\p{L}* (?:W ){0,2}(?:как|як) спам",
  "\\b(?:rapporter|marker|anmal|anmeld)\\p{L}* (?:W ){0,2}som (?:spam|skrap|søppel)|\\b(?:ilmoit|merki)\\p{L}* (?:W ){0,2}roskaposti|\\bspamkent|\\bspam olarak",
  "(?:投诉|投訴|举报|舉報|标记|標記).{0,3}(?:垃圾|骚扰|騷擾)|(?:垃圾|骚扰|騷擾).{0,3}(?:投诉|投訴|举报|舉報)|스팸(?:으로)? ?(?:신고|처리|등록)|(?:迷惑メール|スパム)(?:として)?(?:報告|登録|通報)",
];
