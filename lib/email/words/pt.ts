import type { Message } from "@/lib/client/messages/catalogue";
import { alike, forms } from "@/lib/client/messages/pt/forms";
import type { en } from "./en";

/** What the mails say in Portuguese. */
export const pt: Record<keyof typeof en, Message> = {
  rows: forms("{count} linha", "{count} linhas"),
  contacts: forms("{count} contato", "{count} contatos"),
  settings: "Configurações das notificações",
  "welcome.subject": "Boas-vindas ao Kith",
  "welcome.title": "Seu espaço de trabalho está pronto",
  "welcome.preview":
    "Seu espaço de trabalho está pronto. Importe um arquivo ou adicione seu primeiro contato.",
  "welcome.body":
    "O Kith reúne seus contatos em um só lugar. O começo mais rápido é um arquivo CSV: você vê no que as colunas se tornam antes que algo seja salvo, cada linha rejeitada diz por quê, e uma importação pode ser desfeita.",
  "welcome.other": "Ou adicione seu primeiro contato manualmente e dê a ele uma etiqueta.",
  "welcome.action": "Importar contatos",
  "welcome.why": "Você recebe esta mensagem uma única vez, porque uma conta foi criada com este endereço.",
  "import.title.completed": "Importação concluída",
  "import.title.failed": "Falha na importação",
  "import.title.cancelled": "Importação interrompida",
  "import.subject": "{title}: {file}",
  "import.preview": "{created} criados, {updated} atualizados, {failed} rejeitadas",
  "import.body": "{file}, {rows}.",
  "import.created": "Criados",
  "import.updated": "Atualizados",
  "import.skipped": "Ignoradas",
  "import.rejected": "Rejeitadas",
  "import.optedOut": alike(
    "{count} já tinha se descadastrado e continua descadastrado",
    "{count} já tinham se descadastrado e continuam descadastrados",
  ),
  "import.failedOptOuts": alike(
    "{count} indicava um descadastramento, que vale mesmo assim",
    "{count} indicavam um descadastramento, que vale mesmo assim",
  ),
  "import.skippedOptOuts": alike(
    "{count} se descadastrou sem ser contato; isso fica registrado",
    "{count} se descadastraram sem ser contatos; isso fica registrado",
  ),
  "import.unchanged": alike("{count} sem mudança", "{count} sem mudança"),
  "import.rows": "Linhas rejeitadas",
  "import.rows.first": forms(
    "O início de {count} linha rejeitada",
    "As primeiras de {count} linhas rejeitadas",
  ),
  "import.line": "Linha {line}: {why}",
  "import.cell": "Linha {line}, {column}: {why}",
  "import.row": "Registro {line}: {why}",
  "import.row.cell": "Registro {line}, {column}: {why}",
  "import.action": "Ver a importação",
  "import.action.rejected": "Ver as linhas rejeitadas",
  "import.why": "Você recebe esta mensagem porque as notificações de importações concluídas estão ligadas.",
  "export.title": "Exportação pronta",
  "export.subject": "Exportação pronta: {file}",
  "export.preview": "{contacts}, para baixar",
  "export.body":
    "{file} contém {contacts}. Você pode baixar o arquivo por sete dias; é preciso ter entrado na sua conta.",
  "export.action": "Ir para o download",
  "export.why": "Você recebe esta mensagem porque as notificações de exportações concluídas estão ligadas.",
  "test.subject": "Um teste do Kith",
  "test.body":
    "Esta mensagem mostra que seu espaço de trabalho pode enviar e-mails. Ela foi enviada com a chave e o remetente das suas configurações.",
  "webhook.title": "Webhook desligado",
  "webhook.subject": "Webhook desligado: {host}",
  "webhook.body": "Não são mais enviados eventos para {host}. {why}",
  "webhook.gone": "Ele respondeu 410 Gone: não quer mais eventos.",
  "webhook.failing": "Nenhuma das nossas solicitações deu certo em três dias.",
  "webhook.kept":
    "O que já está aguardando fica guardado por três dias: ligue-o de novo nesse prazo e nada se perde. O que acontece enquanto ele está desligado não é enviado depois.",
  "webhook.action": "Como ligá-lo",
  "webhook.why": "Você recebe esta mensagem porque adicionou este webhook.",
  "digest.title": "Sua semana no Kith",
  "digest.subject": "Sua semana, de {from} a {to}: {what}",
  "digest.days": "De {from} a {to}",
  "digest.what": forms("{count} novo contato", "{count} novos contatos"),
  "digest.preview": "{what}, {total} no total",
  "digest.new": "Novos contatos",
  "digest.before": alike("{count} na semana anterior", "{count} na semana anterior"),
  "digest.unsubscribes": "Descadastramentos",
  "digest.total": "Contatos no total",
  "digest.imports": "Importações concluídas",
  "digest.exports": "Exportações concluídas",
  "digest.imports.failed": "Importações que falharam",
  "digest.rows.failed": "Linhas rejeitadas",
  "digest.exports.failed": "Exportações que falharam",
  "digest.tags": "Etiquetas mais usadas",
  "digest.action": "Abrir os contatos",
  "digest.why": "Você recebe esta mensagem às segundas-feiras, depois de uma semana em que algo aconteceu.",
  "account.code": "Seu código: {code}",
  "account.code.or": "Ou digite este código: {code}",
  "invitation.title": "Você foi convidado para “{name}”",
  "invitation.intro": "{inviter} convida você para o espaço de trabalho “{name}” no Kith, {role}.",
  "invitation.role.admin": "como administrador",
  "invitation.role.editor": "como editor",
  "invitation.role.viewer": "como leitor",
  "invitation.member": "Um membro",
  "invitation.action": "Ver o convite",
  "invitation.note":
    "O link vale uma vez, por {days} dias, e só para uma conta com o endereço {email}. Se você não sabe quem é, ignore esta mensagem.",
  "link.signup.title": "Confirme seu endereço de e-mail",
  "link.signup.intro":
    "Alguém, provavelmente você, se cadastrou no Kith com este endereço. Confirme-o para concluir o cadastro. Se não foi você, não confirme.",
  "link.signup.button": "Confirmar meu endereço",
  "link.magiclink.title": "Seu link de acesso",
  "link.magiclink.intro": "Siga o link para entrar no Kith.",
  "link.magiclink.button": "Entrar",
  "link.recovery.title": "Redefina sua senha",
  "link.recovery.intro": "Siga o link para escolher uma nova senha para o Kith.",
  "link.recovery.button": "Escolher uma nova senha",
  "link.email_change.title": "Confirme seu novo endereço de e-mail",
  "link.email_change.intro": "Confirme que o Kith pode usar este endereço para sua conta de agora em diante.",
  "link.email_change.button": "Confirmar meu novo endereço",
  "link.where": "Abra o link no navegador em que você o pediu.",
  "link.note":
    "O link e o código valem uma vez, por {minutes} minutos. Se você não pediu isto, ignore esta mensagem.",
  "proof.title": "Seu código de confirmação",
  "proof.intro": "Digite o código para mudar a senha ou o endereço da sua conta do Kith.",
  "proof.note":
    "O código vale uma vez, por {minutes} minutos. Se você não pediu isto, outra pessoa entrou na sua conta: escolha uma nova senha.",
  "notice.ignore": "Se não foi você, ignore esta mensagem.",
  "notice.act": "Se não foi você, escolha uma nova senha em {recover}, o que encerra todas as sessões.",
  "notice.passwordChanged.title": "Sua senha foi alterada",
  "notice.passwordChanged.intro":
    "A senha da sua conta do Kith foi alterada. Todas as outras sessões foram encerradas.",
  "notice.addressAsked.title": "Um novo endereço de e-mail foi solicitado",
  "notice.addressAsked.intro":
    "Alguém que entrou na sua conta do Kith quer usar {what} de agora em diante. A mudança vale quando for confirmada pela mensagem enviada para lá.",
  "notice.addressChanged.title": "Seu endereço de e-mail foi alterado",
  "notice.addressChanged.intro": "Sua conta do Kith agora usa {what} em vez deste endereço.",
  "notice.addressTaken.title": "Alguém tentou usar seu endereço",
  "notice.addressTaken.intro":
    "Alguém tentou usar este endereço para outra conta do Kith. Ele já tem uma conta, e nada foi alterado.",
  "notice.accountExists.title": "Você já tem uma conta",
  "notice.accountExists.intro":
    "Alguém, provavelmente você, tentou criar uma conta do Kith com este endereço. Você já tem uma: entre em {signIn} ou escolha uma nova senha em {recover}.",
  "notice.firstProof.title": "Seu endereço está confirmado",
  "notice.firstProof.intro":
    "Você provou pela primeira vez que este endereço é seu. A senha, as sessões e as chaves de API anteriores da sua conta do Kith foram removidas, porque qualquer um poderia tê-las criado. Escolha uma nova senha nas configurações.",
  "notice.factorAdded.title": "Um segundo fator foi adicionado",
  "notice.factorAdded.intro":
    "Sua conta do Kith tem um novo segundo fator. De agora em diante, só uma senha ou só um e-mail não a abre.",
  "notice.factorAdded.named":
    "Sua conta do Kith tem um novo segundo fator: {what}. De agora em diante, só uma senha ou só um e-mail não a abre.",
  "notice.factorRemoved.title": "Um segundo fator foi removido",
  "notice.factorRemoved.intro": "Um segundo fator foi removido da sua conta do Kith.",
  "notice.factorRemoved.named": "Um segundo fator foi removido da sua conta do Kith: {what}.",
  "notice.factorGuessed.title": "Alguém está tentando códigos na sua conta",
  "notice.factorGuessed.intro":
    "Vários códigos errados foram digitados para seu segundo fator. Quem fez isso conhece sua senha ou lê seus e-mails. Não conseguiu entrar.",
  "notice.recoveryCodesReplaced.title": "Seus códigos de recuperação foram substituídos",
  "notice.recoveryCodesReplaced.intro":
    "Sua conta do Kith tem novos códigos de recuperação. Os antigos não funcionam mais.",
  "notice.recoveryCodeUsed.title": "Um código de recuperação foi usado",
  "notice.recoveryCodeUsed.intro":
    "Alguém, provavelmente você, entrou na sua conta do Kith com um código de recuperação. Ele não funcionará de novo.",
  "notice.identityLinked.title": "O login único agora abre sua conta",
  "notice.identityLinked.intro":
    "Alguém, provavelmente você, entrou pela primeira vez na sua conta do Kith por login único. De agora em diante ele abre a conta, além do que já a abria.",
  "notice.identityUnlinked.title": "O login único não abre mais sua conta",
  "notice.identityUnlinked.intro":
    "O login único foi desvinculado da sua conta do Kith. As outras sessões iniciadas por ele foram encerradas. Você pode vincular de novo nas configurações.",
};
