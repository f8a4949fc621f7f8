/* What can be false in a deal: a code for each rule. The words for it are in `faults`, which the
   server makes of those of cardkit/fair/faults.py. */

import { FAULTS } from "cardkit/faults";

/** Something that was told of a deal is not true; with a number, of that deal. */
export class FalseDeal extends Error {
  constructor(fault, parts = {}, deal = null) {
    super(FAULTS[fault]);
    Object.assign(this, { fault, parts, deal });
  }
}
