export const auth = {
  "auth.password": "Password",
  "auth.newPassword": "New password",
  "auth.password.hint": "At least 8 characters. Long phrases beat complicated words.",
  "auth.password.show": "Show password",
  "auth.password.hide": "Hide password",
  "auth.show": "Show",
  "auth.hide": "Hide",

  "auth.signIn.action": "Sign in",
  "auth.signIn.link": "E-mail me a sign-in link instead",
  "auth.signIn.mail": "E-mail me a link",
  "auth.signIn.usePassword": "Use a password instead",
  "auth.signIn.forgot": "Forgot password?",
  "auth.signIn.deleted":
    "Your workspace was deleted. Your account is still there: if you sign in again, it starts with a new, empty one.",
  "auth.signIn.new": "New here?",
  "auth.signIn.create": "Create an account",
  "auth.signIn.with": "Continue with {provider}",

  "auth.sso": "single sign-on",
  "auth.sso.unavailable":
    "Signing in with {provider} is not possible right now. Try again in a moment, or sign in another way.",
  "auth.sso.expired": "Signing in took too long, or was started in another browser. Try again here.",
  "auth.sso.denied":
    "Signing in with {provider} was cancelled or is not allowed. Try again, or sign in another way.",
  "auth.sso.failed": "The answer from {provider} could not be verified. Try again.",
  "auth.sso.address": "Your e-mail address is not confirmed at {provider}, so you cannot sign in this way.",
  "auth.sso.unconfirmed":
    "There is already an account with your address, but the address was never confirmed. Sign in once with a link by e-mail; after that, {provider} works too.",
  "auth.sso.taken":
    "The account with your address is linked to somebody else at {provider}. Ask whoever runs this server.",
  "auth.sso.unlinked":
    "You unlinked {provider} from your account. Sign in another way; you can link it again in the settings.",
  "auth.sso.banned": "This account is blocked.",

  "auth.signUp.title": "Create your account",
  "auth.signUp.action": "Create account",
  "auth.signUp.closed": "Whoever runs this server creates the accounts. Ask them for one.",
  "auth.signUp.domains": "Only for addresses at {domains}.",
  "auth.signUp.known": "Already have an account?",

  "auth.sent.title": "Check your e-mail",
  "auth.sent.body":
    "If {email} can sign in here, an e-mail is on its way. Open its link in this browser, or enter its code here. Both work once, for ten minutes.",
  "auth.sent.confirm": "We sent an e-mail to {email}. Open its link in this browser, or enter its code here.",
  "auth.sent.inbox": "E-mail stays on this machine: open the inbox",
  "auth.sent.again": "Use another address",

  "auth.code": "Code from the e-mail",
  "auth.code.action": "Sign in with the code",
  "auth.code.confirm": "Confirm with the code",
  "auth.code.recover": "Continue with the code",

  "auth.recover.title": "Reset your password",
  "auth.recover.body": "Enter your e-mail address and we’ll send you a link to choose a new password.",
  "auth.recover.action": "E-mail me the link",
  "auth.reset.title": "Choose a new password",
  "auth.reset.action": "Save and continue",

  "auth.confirm.title": "One moment",
  "auth.confirm.body": "Checking your link.",
  "auth.confirm.failed": "This link does not work",
  "auth.confirm.failedBody":
    "It has already been used, has expired, or was opened in a different browser from the one you asked for it in.",
  "auth.confirm.elsewhere": "Open this link in the other browser",
  "auth.confirm.elsewhereBody":
    "It works only once, and only in the browser you asked for it in. Open it there, or enter the code from the e-mail there.",
  "auth.confirm.unasked": "Did you ask for this link?",
  "auth.confirm.unaskedBody":
    "It was not asked for in this browser. Continue only if you asked for it yourself; otherwise you may end up working in somebody else’s account.",
  "auth.confirm.go": "I asked for it, continue",
  "auth.confirm.signedIn": "You are still signed in as {email}.",
  "auth.confirm.again": "Ask for a new link",

  "auth.error.invalid": "Wrong e-mail or password. If you have just signed up, confirm your address first.",
  "auth.error.unconfirmed": "Confirm your address first: open the link we e-mailed you.",
  "auth.error.weak":
    "This password is too easy to guess. Use at least 8 characters, and no well-known password.",
  "auth.error.closed": "New accounts cannot be created here.",
  "auth.error.domain": "Addresses of this domain cannot be used here.",
  "auth.error.busy": "Sign-in is not available right now. Try again in a few seconds.",
  "auth.error.exists": "There is already an account with this address. Sign in instead.",
  "auth.error.tooMany": "Too many attempts. Wait a minute and try again.",
  "auth.error.code": "This code is wrong or has expired.",
  "auth.error.current": "The current password is wrong.",
  "auth.error.proof": "You signed in a while ago. Enter your current password, or ask for a new link.",
  "auth.error.session": "Nobody is signed in here. A link from an e-mail works only once: ask for a new one.",
  "auth.error.insecure": "This needs a secure connection: open this page over https.",
  "auth.error.same": "The new password must differ from the old one.",
  "auth.error.network": "The sign-in service cannot be reached. Try again in a moment.",
  "auth.error.provision": "You are signed in, but your workspace could not be set up. Try again in a moment.",

  "auth.pitch.title": "Every row accounted for.",
  "auth.pitch.body":
    "Kith shows what an import will do before it does it, survives a crash in the middle, explains each rejected row, and can undo it all.",
  "auth.pitch.sample": "customers-2026.csv",
  "auth.pitch.total": "Rows in the file",
} as const;
