import { Checkbox } from '@mantine/core';
import type { ImportAnswers, ImportPreview } from '@morada/contract/desk/imports';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { formatMoney } from '@morada/domain/base/money';
import { isConfirmed, isSameAmount, personAnswer, wordAnswer } from '#web/features/imports/use-import.ts';
import { count } from '#web/lib/count.ts';
import { Select } from '#web/ui/input/select.tsx';
import classes from './questions.module.css';

export type QuestionsProps = {
  kind: ImportKind;
  asked: Pick<ImportPreview, 'unknown_words' | 'unconfirmed_people' | 'unconfirmed_amounts'>;
  answers: ImportAnswers;
  busy: boolean;
  onAnswers: (answers: ImportAnswers) => void;
};

/** Questions about the file: unknown words and ambiguous names of the whole, and prices far from what is usual. */
export function Questions({ kind, asked, answers, busy, onAnswers }: QuestionsProps) {
  const labels = new Map(IMPORT_FIELDS[kind].map(({ name, label }) => [name, label]));
  const { unknown_words, unconfirmed_people, unconfirmed_amounts } = asked;
  return (
    <>
      {unknown_words.length > 0 && (
        <section className={classes.part}>
          <h3>O que estas palavras querem dizer?</h3>
          <ul>
            {unknown_words.map(({ field, word, lines, options }) => (
              <Question
                key={`${field} ${word}`}
                label={`${labels.get(field) ?? field}: ${word}`}
                lines={lines}
                placeholder="Escolha o que é"
                options={options.map((option) => ({ value: option, label: option }))}
                value={wordAnswer(answers, field, word)?.means ?? null}
                busy={busy}
                onValue={(means) =>
                  onAnswers({
                    ...answers,
                    words: [
                      ...answers.words.filter((one) => one.field !== field || one.word !== word),
                      ...(means === null ? [] : [{ field, word, means }]),
                    ],
                  })
                }
              />
            ))}
          </ul>
        </section>
      )}
      {unconfirmed_people.length > 0 && (
        <section className={classes.part}>
          <h3>Confirme quem são estas pessoas</h3>
          <p className={classes.says}>A planilha não traz o CPF/CNPJ nem o código delas; o nome está no cadastro.</p>
          <ul>
            {unconfirmed_people.map(({ name, lines, people }) => (
              <Question
                key={name}
                label={name}
                lines={lines}
                placeholder="Escolha quem é"
                options={people.map(({ id, label }) => ({ value: String(id), label }))}
                value={personAnswer(answers, name)?.id.toString() ?? null}
                busy={busy}
                onValue={(id) =>
                  onAnswers({
                    ...answers,
                    people: [
                      ...answers.people.filter((one) => one.name !== name),
                      ...(id === null ? [] : [{ name, id: Number(id) }]),
                    ],
                  })
                }
              />
            ))}
          </ul>
        </section>
      )}
      {unconfirmed_amounts.length > 0 && (
        <section className={classes.part}>
          <h3>Confirme estes valores</h3>
          <p className={classes.says}>
            Estão longe do que se costuma cobrar. A linha entra depois de confirmada; se houver engano, corrija a célula
            em Recusadas.
          </p>
          <ul>
            {unconfirmed_amounts.map(({ name, ...amount }) => (
              <li key={`${amount.line} ${amount.field}`} className={classes.question}>
                <span className={classes.word} title={name}>
                  {name}
                  <small>linha {amount.line}</small>
                </span>
                <Checkbox
                  label={`${labels.get(amount.field) ?? amount.field}: ${formatMoney(amount.amount)}`}
                  checked={isConfirmed(answers, amount)}
                  disabled={busy}
                  onChange={({ currentTarget }) =>
                    onAnswers({
                      ...answers,
                      amounts: [
                        ...answers.amounts.filter((one) => !isSameAmount(one, amount)),
                        ...(currentTarget.checked ? [amount] : []),
                      ],
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type QuestionProps = {
  label: string;
  lines: number;
  placeholder: string;
  options: { value: string; label: string }[];
  value: string | null;
  busy: boolean;
  onValue: (value: string | null) => void;
};

function Question({ label, lines, placeholder, options, value, busy, onValue }: QuestionProps) {
  return (
    <li className={classes.question}>
      <span className={classes.word} title={label}>
        {label}
        <small>{lines === 1 ? '1 linha' : `${count(lines)} linhas`}</small>
      </span>
      <Select
        aria-label={label}
        data={options}
        value={value}
        placeholder={placeholder}
        clearable
        clearButtonProps={{ 'aria-label': `Tirar a resposta de ${label}` }}
        disabled={busy}
        onChange={onValue}
      />
    </li>
  );
}
