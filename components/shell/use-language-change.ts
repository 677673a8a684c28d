import { useRouter } from "next/navigation";
import { useTell } from "@/components/ui/use-form";
import { setLanguage } from "@/lib/client/language";
import type { Language } from "@/lib/client/messages/catalogue";
import { useMailLanguage } from "@/lib/client/workspace";

/** Changes the language of pages and mails: the page's at once, without leaving it. */
export function useLanguageChange(): (language: Language) => void {
  const router = useRouter();
  const mails = useMailLanguage();
  const tell = useTell();
  return (language) => {
    setLanguage(language);
    router.refresh();
    void tell(mails.mutateAsync(language));
  };
}
