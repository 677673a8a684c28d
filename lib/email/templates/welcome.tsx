import { Layout, Reason } from "./layout";
import { Action, Paragraph } from "./parts";

export function welcomeSubject(): string {
  return "Welcome to Kith";
}

export function WelcomeMail({ appUrl }: { appUrl: string }) {
  return (
    <Layout
      preview="Your workspace is ready. Import a CSV file or add your first contact."
      title="Your workspace is ready"
      footer={
        <Reason
          text="You receive this mail once, because an account was created with this address."
          appUrl={appUrl}
        />
      }
    >
      <Paragraph>
        Kith keeps your contacts in one place. The quickest start is a CSV file: you see how its columns map
        before anything is written, every row that could not be taken says why, and an import can be undone.
      </Paragraph>
      <Paragraph>Or add the first contact by hand and give it a tag.</Paragraph>
      <Action href={`${appUrl}/imports`}>Import contacts</Action>
    </Layout>
  );
}
