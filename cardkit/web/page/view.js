/* What all parts of the page are written with: markup as templates, and the hooks. */

import htm from "htm";
import { createContext, Fragment, h, render } from "preact";

export const html = htm.bind(h);
export { createContext, Fragment, render };
export {
  useCallback,
  useContext,
  useEffect,
  useErrorBoundary,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";
