import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { FAILURES_IN_A_ROW, PATIENCE } from '#api/outside/service.ts';
import { cpf } from '#test/factories.ts';
import { type Handler, json, services, settingsFor, startStubServer } from '#test/outside.ts';
import { type Agency, openAgency } from './agency.ts';
import { Book } from './book.ts';
import { checkRound, type Fault } from './fault.ts';

/** Time that an answer may take beyond the service's timeout; with an open circuit, `AT_ONCE` in all. */
const SLACK = 500;
const AT_ONCE = 250;
const TRIES = 2;

/** Services that accept requests and never finish an answer, one that is down, and ones with wrong answers. */
const FAILURE_MODES: Record<string, Handler | 'gone'> = {
  calado: () => {},
  'aos poucos': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const dripping = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(dripping));
  },
  morto: 'gone',
  'com erro 500': (_, response) => json(response, { error: 'internal' }, 500),
  'com outra coisa': (_, response) => json(response, { logradouro: 7, code: 'x', lat: 'norte' }),
  'com HTML': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Olá</h1>'),
  'com desvio': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
};

/**
 * Every failure mode of external services: forms fail within 3 s, then at once with an open circuit, and save all the
 * same; after recovery, the services are called again.
 */
export const outsideServices: Fault = {
  says: 'serviços de fora lentos, mortos, mentirosos',
  rounds: 1,
  long: 5,
  async run({ rounds, port }) {
    const stub = await startStubServer();
    const gone = await startStubServer();
    await gone.close();
    const broken: string[] = [];
    const notes: string[] = [];
    try {
      for (let round = 1; round <= rounds; round += 1)
        for (const [illness, answers] of Object.entries(FAILURE_MODES)) {
          stub.answers = answers === 'gone' ? services : answers;
          stub.asked.length = 0;
          const settings = settingsFor(answers === 'gone' ? gone.url : stub.url);
          const agency = await openAgency({ port, env: settings });
          try {
            const seen = await useForms(agency, stub.asked);
            broken.push(...seen.broken.map((one) => `${illness}: ${one}`));
            if (round === 1)
              notes.push(`${illness}: ${seen.slowest.toFixed(0)} ms, depois ${seen.resting.toFixed(0)} ms`);
            if (answers !== 'gone' && round === 1 && illness === 'com erro 500') {
              stub.answers = services;
              await pause(PATIENCE.rest);
              const well = await agency.call('GET', '/cep/01001000');
              if (well.status !== 200) broken.push(`são de novo, o CEP respondeu ${well.status}`);
              notes.push(`são de novo e perguntado de novo após ${PATIENCE.rest / 1000} s`);
            }
            broken.push(...(await checkRound(agency, new Book(), round)));
          } finally {
            await agency.close();
          }
        }
    } finally {
      await stub.close();
    }
    return { rounds: rounds * Object.keys(FAILURE_MODES).length, notes, broken };
  },
};

let registered = 700_000;

/** Requests of the client and property forms: address, banks, position, and saving. */
async function useForms({ call, make }: Agency, asked: string[]) {
  const broken: string[] = [];
  const { id: owner_id } = await make.owner();
  const times: number[] = [];
  const ceps = () => asked.filter((path) => path.startsWith('/ws/')).length;
  let slowest = 0;
  let resting = 0;
  for (let turn = 0; turn < FAILURES_IN_A_ROW + 2; turn += 1) {
    const before = ceps();
    const saving = saveForms(call, owner_id);
    const { status, body, took } = await call('GET', '/cep/01001000');
    times.push(took);
    const { code } = body as { code?: string };
    if (status !== 503 || code !== 'CEP_UNAVAILABLE') broken.push(`o CEP respondeu ${status} ${code ?? ''}`);
    if (took > PATIENCE.within + SLACK) broken.push(`o CEP levou ${took.toFixed(0)} ms`);
    if (ceps() - before > TRIES) broken.push(`o CEP foi perguntado ${ceps() - before} vezes`);
    broken.push(...(await saving));
    slowest = Math.max(...times);
    resting = took;
  }
  if (resting > AT_ONCE) broken.push(`depois de ${FAILURES_IN_A_ROW} falhas ainda se espera ${resting.toFixed(0)} ms`);
  const before = ceps();
  await call('GET', '/cep/01001000');
  if (ceps() !== before) broken.push('um serviço que falhou tanto ainda é perguntado');

  const began = performance.now();
  const [banks, position] = await Promise.all([
    call('GET', '/banks/v1'),
    call('GET', `/geocode?${new URLSearchParams({ street: 'Praça da Sé', city: 'São Paulo', state: 'SP' })}`),
  ]);
  if (banks.status !== 200 || (banks.body as object[]).length < 100)
    broken.push(`os bancos responderam ${banks.status}`);
  if (position.status !== 200 || position.body !== null) broken.push(`a posição respondeu ${position.status}`);
  if (performance.now() - began > PATIENCE.within + SLACK) broken.push('bancos e posição levaram mais de 3 s');
  return { broken, slowest, resting };
}

/** Saves during the wait for the service. */
async function saveForms(call: Agency['call'], owner_id: number): Promise<string[]> {
  registered += 1;
  const address = {
    cep: '01001000',
    street: 'Praça da Sé',
    number: '108',
    neighborhood: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  };
  const person = { name: 'Davi Prado', cpf_cnpj: cpf(registered), type: 'TENANT', phone: '32988412076', ...address };
  const property = { ...address, type: 'RENT', location: 'APARTMENT', price: 1_500, owner_id };
  const answers = await Promise.all([call('POST', '/user/manual', person), call('POST', '/property', property)]);
  return answers.flatMap(({ status, took, body }) => [
    ...(status === 201 ? [] : [`um formulário respondeu ${status} ${JSON.stringify(body).slice(0, 150)}`]),
    ...(took < 2_000 ? [] : [`um formulário levou ${took.toFixed(0)} ms`]),
  ]);
}
