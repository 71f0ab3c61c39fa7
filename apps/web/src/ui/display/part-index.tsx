import classes from './part-index.module.css';

/** Id of a part of a long page, by its title. */
export const partId = (title: string) =>
  `parte-${title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')}`;

/** The parts of a long page; pressing one brings it into sight and puts the focus on it. */
export function PartIndex({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="Partes desta página" className={classes.index}>
      {titles.map((title) => (
        <button key={title} type="button" className={classes.part} onClick={() => goTo(title)}>
          {title}
        </button>
      ))}
    </nav>
  );
}

function goTo(title: string) {
  const part = document.getElementById(partId(title));
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
}
