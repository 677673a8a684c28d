import type { Message } from "../catalogue";
import type { duplicates as english } from "../en/duplicates";
import { forms } from "./forms";

/** The page of contacts that are likely there twice. */
export const duplicates: Record<keyof typeof english, Message> = {
  "duplicates.title": "Duplicados",
  "duplicates.lead":
    "Contatos que provavelmente são a mesma pessoa. Nada é mesclado automaticamente, e toda mesclagem pode ser desfeita por 30 dias no Histórico.",
  "duplicates.count": forms("{count} par provável", "{count} pares prováveis"),
  "duplicates.cut": "os mais prováveis; procure de novo quando estiverem resolvidos",
  "duplicates.again": "Procurar de novo",
  "duplicates.running": forms("Procurando em {count} contato…", "Procurando em {count} contatos…"),
  "duplicates.progress": "Busca de duplicados",
  "duplicates.empty.title": "Nenhum duplicado",
  "duplicates.empty.body": "Nenhum contato parece estar duas vezes na sua lista.",
  "duplicates.failed.title": "A busca falhou",
  "duplicates.failed.body": "Tente de novo daqui a pouco.",
  "duplicates.and": "e",
  "duplicates.score": "{percent}% provável",
  "duplicates.reason.same_mailbox": "Mesma caixa de correio",
  "duplicates.reason.same_name": "Mesmo nome",
  "duplicates.reason.similar_name": "Nome parecido",
  "duplicates.reason.same_company": "Mesma empresa",
  "duplicates.reason.same_domain": "Endereço na mesma organização",
  "duplicates.reason.same_phone": "Mesmo número de telefone",
  "duplicates.reason.similar_email": "Endereço parecido",
  "duplicates.both": "Ambos, um abaixo do outro",
  "duplicates.merge": "Mesclar",
  "duplicates.merged": "Mesclado. Você pode desfazer no Histórico.",
  "duplicates.apart": "Não é duplicado",
  "duplicates.apart.done": "Anotado: são duas pessoas.",
  "duplicates.keeps":
    "As etiquetas e o histórico de ambos são mantidos, assim como tudo o que só um deles tem.",
  "duplicates.keeps.optedOut":
    "As etiquetas e o histórico de ambos são mantidos, assim como tudo o que só um deles tem. Um deles se descadastrou, então o contato mesclado fica descadastrado.",
};
