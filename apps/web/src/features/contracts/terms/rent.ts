import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { readjustmentState } from '@morada/domain/lease/contract';

/** A sale has no rent to readjust and no lease to end. */
export const isRent = ({ property }: ProposalDetail) => property.type === 'RENT';

/** Its rent waits to be readjusted, or soon will. */
export const isDue = (proposal: ProposalDetail, today: CalendarDate) =>
  proposal.status === 'APPROVED' && isRent(proposal) && readjustmentState(proposal, today).tone !== 'plain';
