import type { Message } from "../catalogue";
import type { bulk as english } from "../en/bulk";
import { forms } from "./forms";

/** Actions on many contacts at once, which run on the server. */
export const bulk: Record<keyof typeof english, Message> = {
  "bulk.region": "Ações em andamento",
  "bulk.doing.tag": forms("Adicionando “{tag}” a {count} contato", "Adicionando “{tag}” a {count} contatos"),
  "bulk.doing.untag": forms("Removendo “{tag}” de {count} contato", "Removendo “{tag}” de {count} contatos"),
  "bulk.doing.unsubscribe": forms("Descadastrando {count} contato", "Descadastrando {count} contatos"),
  "bulk.doing.delete": forms("Excluindo {count} contato", "Excluindo {count} contatos"),
  "bulk.doing.set": forms("Definindo {field} em {count} contato", "Definindo {field} em {count} contatos"),
  "bulk.done.unsubscribe": forms("{count} contato descadastrado", "{count} contatos descadastrados"),
  "bulk.done.delete": forms("{count} contato excluído", "{count} contatos excluídos"),
  "bulk.done.set": forms("{field} alterado em {count} contato", "{field} alterado em {count} contatos"),
  "bulk.done.nothing": "Nada a mudar: já era assim em todos.",
  "bulk.doing.convert_field": forms(
    "Convertendo {name} em {count} contato",
    "Convertendo {name} em {count} contatos",
  ),
  "bulk.doing.merge_field": forms("Movendo {name} em {count} contato", "Movendo {name} em {count} contatos"),
  "bulk.doing.delete_field": forms(
    "Excluindo {name} de {count} contato",
    "Excluindo {name} de {count} contatos",
  ),
  "bulk.done.convert_field": forms(
    "{name} convertido em {count} contato",
    "{name} convertido em {count} contatos",
  ),
  "bulk.done.merge_field": forms("{name} movido em {count} contato", "{name} movido em {count} contatos"),
  "bulk.done.delete_field": forms(
    "{name} excluído de {count} contato",
    "{name} excluído de {count} contatos",
  ),
  "bulk.unfit": forms(
    "{count} valor não é compatível com o tipo e ficou como estava",
    "{count} valores não são compatíveis com o tipo e ficaram como estavam",
  ),
  "bulk.noRoom": forms(
    "{count} contato não tem espaço para mais um campo personalizado",
    "{count} contatos não têm espaço para mais um campo personalizado",
  ),
  "bulk.stopped": "Interrompido: {what}.",
  "bulk.failed.tag_deleted": "A etiqueta foi excluída nesse meio-tempo. Antes disso: {what}.",
  "bulk.failed.interrupted": "Interrompido vezes demais. Antes disso: {what}.",
  "bulk.failed.unexpected": "Algo deu errado. Antes disso: {what}.",
  "bulk.of": "{done} de {total}",
  "bulk.waiting": "Aguardando a vez",
  "bulk.progress": "Progresso",
  "bulk.stop": "Interromper",
  "bulk.started":
    "A ação roda no servidor. Você pode fechar esta página; o progresso aparece acima da lista e no Histórico.",
  "bulk.undo.running": "Está sendo desfeito em segundo plano; o Histórico mostra até onde chegou.",
  "bulk.set": "Definir um campo",
  "bulk.set.title": forms("Definir um campo em {count} contato", "Definir um campo em {count} contatos"),
  "bulk.set.field": "Campo",
  "bulk.set.value": "Novo valor",
  "bulk.set.hint": "Substitui o que houver. Deixe vazio para limpar o campo.",
  "bulk.set.required": "Substitui o que houver.",
  "bulk.set.action": forms("Definir em {count} contato", "Definir em {count} contatos"),
  "bulk.set.clear": forms("Limpar em {count} contato", "Limpar em {count} contatos"),
};
