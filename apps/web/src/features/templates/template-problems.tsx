import { Button } from '@mantine/core';
import type { TemplateProblem } from '@morada/domain/template/template-tree';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './template-problems.module.css';

type TemplateProblemsProps = {
  problems: readonly TemplateProblem[];
  onGo: (problem: TemplateProblem) => void;
  /** The parties don't accept electronic signatures in this text; adds the clause by which they do. */
  onAddClause: (() => void) | undefined;
};

/** Problems that prevent a correct document; each line goes to its place in the text. */
export function TemplateProblems({ problems, onGo, onAddClause }: TemplateProblemsProps) {
  return (
    <section aria-label="Conferência do texto" className={classes.problems} data-any={problems.length > 0 || undefined}>
      <p role="status" className={classes.count}>
        {problems.length > 0 ? <IconAlertTriangle size={15} /> : <IconCircleCheck size={15} />}
        {inWords(problems.length)}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem.message}>
              <button type="button" className={classes.problem} onClick={() => onGo(problem)}>
                {problem.message}
              </button>
            </li>
          ))}
        </ul>
      )}
      {onAddClause && (
        <div className={classes.advice}>
          <p>
            Falta o aceite da assinatura eletrônica: sem esta cláusula, quem assinar pela Morada assina de forma
            simples, e não avançada (Lei 14.063/2020).
          </p>
          <Button size="xs" variant="default" onClick={onAddClause}>
            Incluir a cláusula
          </Button>
        </div>
      )}
    </section>
  );
}

function inWords(count: number) {
  if (count === 0) return 'Nenhum problema no texto';
  return count === 1 ? '1 problema no texto' : `${count} problemas no texto`;
}
