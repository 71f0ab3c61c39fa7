import { count } from '#web/lib/count.ts';
import { PhoneWord } from './phone-word.tsx';

/** The number of a line of the file; on a phone, where no head names it, with the word. */
export const LineNumber = ({ line }: { line: number }) => (
  <>
    <PhoneWord>Linha </PhoneWord>
    {count(line)}
  </>
);
