/** Refusal of a command on agencies, with nothing changed. The message is written for the operator. */
export class AgencyRefused extends Error {}
