/** Path of the staff's app; the public site is at `/`. */
export const STAFF_PATH = '/app';
