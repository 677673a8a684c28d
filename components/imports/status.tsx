import { Badge, type Tone } from "@/components/ui/badge";
import { CircleAlert, CircleCheck, CircleX, Clock, Undo2 } from "@/components/ui/icons";
import { Spinner } from "@/components/ui/spinner";
import { useMay } from "@/lib/client/access";
import { useT } from "@/lib/client/i18n";
import type { ImportRecord } from "@/lib/client/imports";

const LOOKS: Record<ImportRecord["status"], { tone: Tone; icon: React.ReactNode }> = {
  pending: { tone: "warn", icon: <Clock aria-hidden="true" /> },
  processing: { tone: "accent", icon: <Spinner className="size-3!" /> },
  completed: { tone: "accent", icon: <CircleCheck aria-hidden="true" /> },
  failed: { tone: "danger", icon: <CircleAlert aria-hidden="true" /> },
  cancelled: { tone: "neutral", icon: <CircleX aria-hidden="true" /> },
};

/** The status of an import in a word. */
export function ImportStatus({
  record,
}: {
  record: Pick<ImportRecord, "status" | "undo_status" | "undo_result">;
}) {
  const t = useT();
  const mayImport = useMay("import");
  if (record.undo_status) {
    const undone = record.undo_result?.kept ? "history.undone.partly" : "imports.status.undone";
    return (
      <Badge>
        <Undo2 aria-hidden="true" />
        {t(record.undo_status === "completed" ? undone : "imports.status.undoing")}
      </Badge>
    );
  }
  const { tone, icon } = LOOKS[record.status];
  const isForOthers = record.status === "pending" && !mayImport;
  return (
    <Badge tone={tone}>
      {icon}
      {t(isForOthers ? "exports.status.pending" : `imports.status.${record.status}`)}
    </Badge>
  );
}
