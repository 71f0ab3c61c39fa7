import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';

type LinkActionsProps = {
  /** A test of the connection; its answer says since when the bank fails. */
  check: {
    mutateAsync: (input: object) => Promise<{ link: { failing_since: string | null } | null }>;
    isPending: boolean;
  };
  remove: (input: object) => Promise<unknown>;
  words: {
    /** Label of the button; `title` and `body` are those of its confirmation. */
    verb: string;
    title: string;
    body: string;
    done: string;
  };
};

/** In the head of a bank's page: test the connection, or take it away. */
export function LinkActions({ check, remove, words: { verb, title, body, done } }: LinkActionsProps) {
  const confirm = useConfirm();

  async function askToRemove() {
    if (await confirm({ title, body, verb: title, danger: true, run: () => remove({}) })) toast.success(done);
  }

  const test = () =>
    check.mutateAsync({}).then(({ link }) => {
      if (link?.failing_since === null) toast.success('O banco respondeu.');
    }, toast.failure);

  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconPlugConnectedX size={15} />} onClick={askToRemove}>
        {verb}
      </Button>
      <Button variant="default" leftSection={<IconPlugConnected size={15} />} loading={check.isPending} onClick={test}>
        Testar agora
      </Button>
    </>
  );
}
