import type { Message } from "../catalogue";
import type { auth as english } from "../en/auth";

export const auth: Record<keyof typeof english, Message> = {
  "auth.password": "パスワード",
  "auth.newPassword": "新しいパスワード",
  "auth.password.hint": "8文字以上。複雑な単語より長いフレーズのほうが安全です。",
  "auth.password.show": "パスワードを表示",
  "auth.password.hide": "パスワードを隠す",
  "auth.show": "表示",
  "auth.hide": "隠す",
  "auth.signIn.action": "ログイン",
  "auth.signIn.link": "ログイン用リンクをメールで受け取る",
  "auth.signIn.mail": "リンクをメールで送る",
  "auth.signIn.usePassword": "パスワードでログインする",
  "auth.signIn.forgot": "パスワードをお忘れですか？",
  "auth.signIn.deleted":
    "ワークスペースは削除されました。アカウントは残っています。もう一度ログインすると、新しい空のワークスペースで始まります。",
  "auth.signIn.new": "初めてご利用ですか？",
  "auth.signIn.create": "アカウントを作成",
  "auth.signIn.with": "{provider}で続ける",

  "auth.sso": "シングルサインオン",
  "auth.sso.unavailable":
    "現在、{provider}ではログインできません。しばらくしてからもう一度試すか、別の方法でログインしてください。",
  "auth.sso.expired":
    "ログインに時間がかかりすぎたか、別のブラウザーで開始されました。ここでもう一度お試しください。",
  "auth.sso.denied":
    "{provider}でのログインがキャンセルされたか、許可されていません。もう一度試すか、別の方法でログインしてください。",
  "auth.sso.failed": "{provider}の応答を確認できませんでした。もう一度お試しください。",
  "auth.sso.address": "{provider}でメールアドレスが確認されていないため、ここではログインできません。",
  "auth.sso.unconfirmed":
    "このアドレスのアカウントはすでにありますが、アドレスがまだ確認されていません。一度メールのリンクでログインすると、その後は{provider}も使えます。",
  "auth.sso.taken":
    "このアドレスのアカウントは、{provider}の別の利用者に関連付けられています。サーバーの管理者にお問い合わせください。",
  "auth.sso.unlinked":
    "{provider}との連携は解除されています。別の方法でログインしてください。設定から再び連携できます。",
  "auth.sso.banned": "このアカウントは停止されています。",
  "auth.signUp.title": "アカウントを作成",
  "auth.signUp.action": "アカウントを作成",
  "auth.signUp.closed": "アカウントは、このサーバーの管理者が作成します。管理者に依頼してください。",
  "auth.signUp.domains": "{domains}のアドレスのみ使えます。",
  "auth.signUp.known": "すでにアカウントをお持ちですか？",
  "auth.sent.title": "メールを確認してください",
  "auth.sent.body":
    "{email}でログインできる場合は、メールをお送りしました。このブラウザーでリンクを開くか、コードをここに入力してください。どちらも1回だけ、10分間有効です。",
  "auth.sent.confirm":
    "{email}にメールを送りました。このブラウザーでリンクを開くか、コードをここに入力してください。",
  "auth.sent.inbox": "メールはこのマシンに届きます。受信箱を開く",
  "auth.sent.again": "別のアドレスを使う",
  "auth.code": "メールに書かれたコード",
  "auth.code.action": "コードでログイン",
  "auth.code.confirm": "コードで確認",
  "auth.code.recover": "コードで続ける",
  "auth.recover.title": "パスワードの再設定",
  "auth.recover.body": "メールアドレスを入力してください。新しいパスワードを設定するリンクをお送りします。",
  "auth.recover.action": "リンクをメールで送る",
  "auth.reset.title": "新しいパスワードを設定",
  "auth.reset.action": "保存して続ける",
  "auth.confirm.title": "お待ちください",
  "auth.confirm.body": "リンクを確認しています。",
  "auth.confirm.failed": "このリンクは使えません",
  "auth.confirm.failedBody":
    "すでに使われたか、期限が切れたか、請求したときとは別のブラウザーで開かれました。",
  "auth.confirm.elsewhere": "リンクを請求したブラウザーで開いてください",
  "auth.confirm.elsewhereBody":
    "リンクは請求したブラウザーで一度だけ使えます。そこで開くか、メールのコードをそこで入力してください。",
  "auth.confirm.unasked": "このリンクを請求しましたか？",
  "auth.confirm.unaskedBody":
    "このブラウザーでは請求されていません。ご自身で請求した場合にのみ進んでください。そうでない場合、他人のアカウントで作業することになるおそれがあります。",
  "auth.confirm.go": "請求しました。続ける",
  "auth.confirm.signedIn": "{email}でログインしたままです。",
  "auth.confirm.again": "新しいリンクを請求",
  "auth.error.invalid":
    "メールアドレスまたはパスワードが違います。登録したばかりの場合は、先にアドレスを確認してください。",
  "auth.error.unconfirmed": "先にアドレスを確認してください。お送りしたリンクを開いてください。",
  "auth.error.weak":
    "このパスワードは簡単に推測されます。8文字以上にし、よく知られたパスワードは避けてください。",
  "auth.error.closed": "ここでは新しいアカウントを作成できません。",
  "auth.error.domain": "このドメインのアドレスはここでは使えません。",
  "auth.error.busy": "ただいまログインできません。数秒後にもう一度お試しください。",
  "auth.error.exists": "このアドレスのアカウントはすでにあります。ログインしてください。",
  "auth.error.tooMany": "試行回数が多すぎます。1分待ってからもう一度お試しください。",
  "auth.error.code": "コードが違うか、期限が切れています。",
  "auth.error.current": "現在のパスワードが違います。",
  "auth.error.proof":
    "ログインから時間がたっています。現在のパスワードを入力するか、新しいリンクを請求してください。",
  "auth.error.session":
    "ログインしていません。メールのリンクは一度しか使えません。新しいリンクを請求してください。",
  "auth.error.insecure": "安全な接続が必要です。httpsでページを開いてください。",
  "auth.error.same": "新しいパスワードは、以前のものと違うものにしてください。",
  "auth.error.network": "ログインサービスに接続できません。しばらくしてからもう一度お試しください。",
  "auth.error.provision":
    "ログインしましたが、ワークスペースを準備できませんでした。しばらくしてからもう一度お試しください。",
  "auth.pitch.title": "すべての行を、もれなく。",
  "auth.pitch.body":
    "Kithは、取り込む前にその結果を示し、途中で障害が起きても続きから再開し、拒否した行はすべて理由を説明し、すべてを元に戻せます。",
  "auth.pitch.sample": "顧客-2026.csv",
  "auth.pitch.total": "ファイルの行数",
};
