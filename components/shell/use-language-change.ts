import { useRouter } from "next/navigation";
import { useSayAside } from "@/components/ui/use-form";
import { setLanguage } from "@/lib/client/language";
import type { Language } from "@/lib/client/messages/catalogue";
import { useMailLanguage } from "@/lib/client/workspace";

/** Makes pages and mails speak another language: the page at once, where it stands. */
export function useLanguageChange(): (language: Language) => void {
  const router = useRouter();
  const mails = useMailLanguage();
  const sayAside = useSayAside();
  return (language) => {
    setLanguage(language);
    router.refresh();
    mails.mutate(language, { onError: sayAside });
  };
}
