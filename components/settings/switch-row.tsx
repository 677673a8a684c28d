"use client";

import { useId } from "react";
import { Switch } from "@/components/ui/switch";

interface SwitchRowProps {
  label: string;
  body: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

export function SwitchRow({ label, body, checked, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6 border-line border-b py-3.5 first:pt-0 last:border-b-0">
      <div>
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        <p id={`${id}-body`} className="text-muted text-sm">
          {body}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-body`} checked={checked} onCheckedChange={onChange} />
    </div>
  );
}
