import { Textarea } from '@mantine/core';
import { useConfirm } from './confirm.tsx';
import type { Question } from './confirm-window.tsx';

type ReasonQuestion = Pick<Question, 'title' | 'body' | 'verb' | 'back'> & {
  run: (reason: string) => Promise<unknown>;
};

/**
 * Question before an action that needs a reason, which the server checks:
 * `await askReason({ title, body, verb, run: (reason) => refuse({ body: { reason } }) })`.
 */
export function useReason() {
  const confirm = useConfirm();
  return ({ body, run, ...question }: ReasonQuestion) => {
    let reason = '';
    return confirm({
      ...question,
      danger: true,
      body: (
        <>
          {body}
          <Textarea
            label="Motivo"
            withAsterisk
            rows={2}
            maxLength={300}
            mt={12}
            onChange={({ currentTarget }) => {
              reason = currentTarget.value;
            }}
          />
        </>
      ),
      run: () => run(reason),
    });
  };
}
