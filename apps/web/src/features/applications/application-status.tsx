import type { Outcome } from '@morada/domain/application/analysis';
import { OUTCOMES } from '@morada/domain/application/analysis';
import {
  APPLICATION_STATES,
  type ApplicationState,
  PARTY_FORM_STATES,
  type PartyFormState,
} from '@morada/domain/application/application';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDot,
  IconCircleMinus,
  IconClock,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Status } from '#web/ui/display/status.tsx';

type Look = Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>;

const LOOKS: Readonly<Record<ApplicationState, Look>> = {
  DRAFT: { tone: 'gray', icon: IconCircleDashed },
  SENT: { tone: 'blue', icon: IconClock },
  FILLING: { tone: 'blue', icon: IconCircleDashed },
  COMPLETE: { tone: 'yellow', icon: IconCircleDot },
  IN_ANALYSIS: { tone: 'yellow', icon: IconCircleDot },
  RECOMMENDED: { tone: 'yellow', icon: IconCircleDot },
  CONDITIONAL: { tone: 'green', icon: IconCircleDot },
  APPROVED: { tone: 'green', icon: IconCircleCheckFilled },
  CONTRACTED: { tone: 'green', icon: IconCircleCheckFilled },
  REFUSED: { tone: 'red', icon: IconAlertTriangleFilled },
  WITHDRAWN: { tone: 'gray', icon: IconCircleMinus },
  EXPIRED: { tone: 'gray', icon: IconCircleMinus },
  ERASED: { tone: 'gray', icon: IconCircleMinus },
};

export const ApplicationStatus = ({ state }: { state: ApplicationState }) => (
  <Status {...LOOKS[state]}>{APPLICATION_STATES[state]}</Status>
);

const FORM_LOOKS: Readonly<Record<PartyFormState, Look>> = {
  WAITING: { tone: 'gray', icon: IconClock },
  FILLING: { tone: 'blue', icon: IconCircleDashed },
  SENT: { tone: 'green', icon: IconCircleCheckFilled },
  CLOSED: { tone: 'gray', icon: IconCircleMinus },
  ERASED: { tone: 'gray', icon: IconCircleMinus },
};

export const FormStatus = ({ state }: { state: PartyFormState }) => (
  <Status {...FORM_LOOKS[state]}>{PARTY_FORM_STATES[state]}</Status>
);

const OUTCOME_LOOKS: Readonly<Record<Outcome, Look>> = {
  MET: { tone: 'green', icon: IconCircleCheckFilled },
  NOT_MET: { tone: 'red', icon: IconAlertTriangleFilled },
  UNKNOWN: { tone: 'yellow', icon: IconCircleDot },
};

export const OutcomeStatus = ({ outcome }: { outcome: Outcome }) => (
  <Status {...OUTCOME_LOOKS[outcome]}>{OUTCOMES[outcome]}</Status>
);
