import { Wordmark } from "@/components/shell/wordmark";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { serverMessages, titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("error.404.title");

export default async function NotFound() {
  const { t } = await serverMessages();
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col px-6 py-8">
      <Wordmark name={t("app.name")} />
      <div className="flex grow flex-col items-start justify-center gap-3">
        <p className="figures text-3xl text-faint">404</p>
        <h1 className="text-2xl">{t("error.404.title")}</h1>
        <p className="text-muted">{t("error.404.body")}</p>
        <Button asChild variant="primary" className="mt-3">
          <Link href="/">{t("error.404.home")}</Link>
        </Button>
      </div>
    </main>
  );
}
