/** On a phone the evidence stands directly under a variant's first picture: the page hands it down to the columns. */
import { createContext, type ReactNode, useContext } from 'react';
import css from './phone-evidence.module.css';

const PhoneEvidence = createContext<ReactNode>(null);

/** `evidence`: null where it has a place of its own. */
export const WithPhoneEvidence = ({ evidence, children }: { evidence: ReactNode; children: ReactNode }) => (
  <PhoneEvidence value={evidence}>{children}</PhoneEvidence>
);

export function PhoneEvidencePlace() {
  const evidence = useContext(PhoneEvidence);
  return evidence && <div className={css.place}>{evidence}</div>;
}
