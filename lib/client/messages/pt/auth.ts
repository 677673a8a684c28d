import type { Message } from "../catalogue";
import type { auth as english } from "../en/auth";

export const auth: Record<keyof typeof english, Message> = {
  "auth.password": "Senha",
  "auth.newPassword": "Nova senha",
  "auth.password.hint": "Pelo menos 8 caracteres. Frases longas são melhores do que palavras complicadas.",
  "auth.password.show": "Mostrar a senha",
  "auth.password.hide": "Ocultar a senha",
  "auth.show": "Mostrar",
  "auth.hide": "Ocultar",
  "auth.signIn.action": "Entrar",
  "auth.signIn.link": "Receber um link de acesso por e-mail",
  "auth.signIn.mail": "Enviar um link por e-mail",
  "auth.signIn.usePassword": "Entrar com senha",
  "auth.signIn.forgot": "Esqueceu a senha?",
  "auth.signIn.deleted":
    "Seu espaço de trabalho foi excluído. Sua conta continua existindo: se entrar de novo, ela começa com um espaço novo e vazio.",
  "auth.signIn.new": "Primeira vez aqui?",
  "auth.signIn.create": "Criar uma conta",
  "auth.signIn.with": "Continuar com {provider}",

  "auth.sso": "login único",
  "auth.sso.unavailable":
    "Não é possível entrar com {provider} agora. Tente de novo daqui a pouco ou entre de outra forma.",
  "auth.sso.expired": "A entrada demorou demais ou foi iniciada em outro navegador. Tente de novo aqui.",
  "auth.sso.denied":
    "A entrada com {provider} foi cancelada ou não é permitida. Tente de novo ou entre de outra forma.",
  "auth.sso.failed": "Não foi possível verificar a resposta de {provider}. Tente de novo.",
  "auth.sso.address":
    "Seu endereço de e-mail não está confirmado em {provider}, por isso você não pode entrar dessa forma.",
  "auth.sso.unconfirmed":
    "Já existe uma conta com seu endereço, mas o endereço nunca foi confirmado. Entre uma vez com um link por e-mail; depois disso, {provider} também funciona.",
  "auth.sso.taken":
    "A conta com seu endereço está vinculada a outra pessoa em {provider}. Fale com quem administra este servidor.",
  "auth.sso.unlinked":
    "Você desvinculou {provider} da sua conta. Entre de outra forma; você pode vincular de novo nas configurações.",
  "auth.sso.banned": "Esta conta está bloqueada.",
  "auth.signUp.title": "Crie sua conta",
  "auth.signUp.action": "Criar conta",
  "auth.signUp.closed": "As contas são criadas por quem administra este servidor. Peça uma.",
  "auth.signUp.domains": "Só para endereços de {domains}.",
  "auth.signUp.known": "Já tem uma conta?",
  "auth.sent.title": "Verifique seu e-mail",
  "auth.sent.body":
    "Se {email} puder entrar aqui, uma mensagem está a caminho. Abra o link neste navegador ou digite o código aqui. Ambos valem uma vez, por dez minutos.",
  "auth.sent.confirm":
    "Enviamos uma mensagem para {email}. Abra o link neste navegador ou digite o código aqui.",
  "auth.sent.inbox": "As mensagens ficam nesta máquina: abrir a caixa de entrada",
  "auth.sent.again": "Usar outro endereço",
  "auth.code": "Código da mensagem",
  "auth.code.action": "Entrar com o código",
  "auth.code.confirm": "Confirmar com o código",
  "auth.code.recover": "Continuar com o código",
  "auth.recover.title": "Redefina sua senha",
  "auth.recover.body": "Digite seu endereço de e-mail e enviaremos um link para escolher uma nova senha.",
  "auth.recover.action": "Enviar o link por e-mail",
  "auth.reset.title": "Escolha uma nova senha",
  "auth.reset.action": "Salvar e continuar",
  "auth.confirm.title": "Um momento",
  "auth.confirm.body": "Verificando seu link.",
  "auth.confirm.failed": "Este link não funciona",
  "auth.confirm.failedBody":
    "Ele já foi usado, expirou ou foi aberto em um navegador diferente daquele em que você o pediu.",
  "auth.confirm.elsewhere": "Abra este link no outro navegador",
  "auth.confirm.elsewhereBody":
    "Ele só funciona uma vez, e só no navegador em que você o pediu. Abra-o lá ou digite lá o código da mensagem.",
  "auth.confirm.unasked": "Você pediu este link?",
  "auth.confirm.unaskedBody":
    "Ele não foi pedido neste navegador. Continue apenas se foi você quem o pediu: caso contrário, você pode acabar trabalhando na conta de outra pessoa.",
  "auth.confirm.go": "Fui eu que pedi, continuar",
  "auth.confirm.signedIn": "Você continua conectado como {email}.",
  "auth.confirm.again": "Pedir um novo link",
  "auth.error.invalid":
    "E-mail ou senha incorretos. Se você acabou de se cadastrar, confirme primeiro seu endereço.",
  "auth.error.unconfirmed": "Confirme primeiro seu endereço: abra o link que enviamos.",
  "auth.error.weak":
    "Esta senha é fácil demais de adivinhar. Use pelo menos 8 caracteres e não uma senha muito conhecida.",
  "auth.error.closed": "Não é possível criar novas contas aqui.",
  "auth.error.domain": "Endereços deste domínio não podem ser usados aqui.",
  "auth.error.busy": "Não é possível entrar neste momento. Tente de novo em alguns segundos.",
  "auth.error.exists": "Já existe uma conta com este endereço. Entre com ela.",
  "auth.error.tooMany": "Tentativas demais. Espere um minuto e tente de novo.",
  "auth.error.code": "Este código está errado ou expirou.",
  "auth.error.current": "A senha atual está errada.",
  "auth.error.proof": "Faz algum tempo que você entrou. Digite sua senha atual ou peça um novo link.",
  "auth.error.session": "Ninguém está conectado aqui. Um link do e-mail só funciona uma vez: peça um novo.",
  "auth.error.insecure": "Isto exige uma conexão segura: abra a página por https.",
  "auth.error.same": "A nova senha precisa ser diferente da antiga.",
  "auth.error.network": "Não foi possível acessar o serviço de login. Tente de novo daqui a pouco.",
  "auth.error.provision":
    "Você entrou, mas não foi possível preparar seu espaço de trabalho. Tente de novo daqui a pouco.",
  "auth.pitch.title": "Cada linha conta.",
  "auth.pitch.body":
    "O Kith mostra o que uma importação fará antes de fazê-lo, sobrevive a uma queda no meio, explica cada linha rejeitada e pode desfazer tudo.",
  "auth.pitch.sample": "clientes-2026.csv",
  "auth.pitch.total": "Linhas no arquivo",
};
