"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { ChevronLeft, ChevronRight, Maximize2 } from "@/components/ui/icons";
import { late } from "@/components/ui/late";
import { Link } from "@/components/ui/link";
import { LoadingBar } from "@/components/ui/state";
import { useT } from "@/lib/client/i18n";

/** Not loaded with the first visit of the list. */
const ContactDetail = late(
  () => import("./contact-detail").then((module) => module.ContactDetail),
  () => <LoadingBar height="h-14" />,
);

interface ContactSheetProps {
  id: string | null;
  /** The list behind the sheet, for the next and the previous contact. */
  ids: string[];
  onOpen: (id: string | null) => void;
  /** The contact in it was deleted, with whatever was typed: the next one is shown, if there is one. */
  onDeleted: (next: string | null) => void;
}

/** A contact beside its list. */
export function ContactSheet({ id, ids, onOpen, onDeleted }: ContactSheetProps) {
  const t = useT();
  const at = id ? ids.indexOf(id) : -1;
  const previous = at > 0 ? ids[at - 1] : undefined;
  const next = at >= 0 ? ids[at + 1] : undefined;
  return (
    <Dialog
      kind="sheet"
      open={id !== null}
      onOpenChange={(open) => !open && onOpen(null)}
      title={t("contact.details")}
      tools={
        <>
          <IconButton
            label={t("contact.previous")}
            disabled={!previous}
            onClick={() => previous && onOpen(previous)}
          >
            <ChevronLeft />
          </IconButton>
          <IconButton label={t("contact.next")} disabled={!next} onClick={() => next && onOpen(next)}>
            <ChevronRight />
          </IconButton>
          {id && (
            <Button size="sm" variant="ghost" asChild>
              <Link href={`/contacts/${id}`}>
                <span className="max-sm:sr-only">{t("contact.page")}</span> <Maximize2 aria-hidden="true" />
              </Link>
            </Button>
          )}
        </>
      }
    >
      {id && <ContactDetail key={id} id={id} onDeleted={() => onDeleted(next ?? null)} headingLevel="h3" />}
    </Dialog>
  );
}
