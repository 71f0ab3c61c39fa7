/** First words of a name that take an article in running text: "com a Imobiliária Serra", and "com Serra Verde". */
const FEMININE = /^(?:imobiliária|administradora|construtora|corretora|companhia|casa)(?:\s|$)/i;

/** The agency as a sentence names it after "com", "por" or "para". */
export const namedAgency = (name: string): string => (FEMININE.test(name) ? `a ${name}` : name);

/** The same after "de": "novidades da Imobiliária Serra", "de Serra Verde". */
export const ofAgency = (name: string): string => (FEMININE.test(name) ? `da ${name}` : `de ${name}`);
