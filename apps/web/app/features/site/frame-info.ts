/** What a frame tells the screens inside it. */
export type FrameInfo = {
  hasNavigation: boolean
  /** The frame has drawn the page already: a screen, or an error, only fills its main column. */
  hasPage?: boolean
}
