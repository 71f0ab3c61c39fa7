import { Fragment } from 'react';
import { Popped } from './explained.tsx';
import { GLOSSARY, type TermName } from './glossary.ts';

/** `O que é: repasse · comissão` */
export default function TermButtons({ of }: { of: readonly TermName[] }) {
  return (
    <>
      O que é:{' '}
      {of.map((term, place) => (
        <Fragment key={term}>
          {place > 0 && ' · '}
          <Popped title={GLOSSARY[term].name} before="O que é" body={GLOSSARY[term].body} start>
            {GLOSSARY[term].name}
          </Popped>
        </Fragment>
      ))}
    </>
  );
}
