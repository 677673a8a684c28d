export interface MailTag {
  name: string;
  value: string;
}

/** Resend's rule for a tag's value. */
const TAG = /^[\w-]{1,256}$/;

/**
 * Whose mail it is and what it is about, as ids: the operator finds mails by them at the provider, and the embedded
 * inbox erases by them.
 */
export function mailTags(workspaceId: string | null, about: string): MailTag[] {
  const tags = [
    { name: "workspace", value: workspaceId ?? "" },
    { name: "about", value: about },
  ];
  return tags.filter(({ value }) => TAG.test(value));
}
