/** A page that is shown. */
export interface View {
  element: HTMLElement;
  title: string;
  /** Called when the page is left. */
  stop?: () => void;
}
