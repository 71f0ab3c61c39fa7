import { LEAD_STAGES, type LeadStage } from '@morada/domain/attendance/lead-words';
import { IconCircleCheckFilled, IconCircleDashed, IconCircleDot, IconCircleMinus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS: Readonly<Record<LeadStage, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>>> = {
  NEW: { tone: 'yellow', icon: IconCircleDot },
  CONTACT: { tone: 'blue', icon: IconCircleDashed },
  VISIT: { tone: 'blue', icon: IconCircleDashed },
  BID: { tone: 'blue', icon: IconCircleDashed },
  ANALYSIS: { tone: 'blue', icon: IconCircleDashed },
  CONTRACT: { tone: 'blue', icon: IconCircleDashed },
  WON: { tone: 'green', icon: IconCircleCheckFilled },
  LOST: { tone: 'gray', icon: IconCircleMinus },
};

export const LeadStageStatus = ({ stage }: { stage: LeadStage }) => (
  <Status {...LOOKS[stage]}>{LEAD_STAGES[stage]}</Status>
);
