/** What a command on agencies refuses, as a sentence for the operator; nothing was changed. */
export class AgencyRefused extends Error {}
