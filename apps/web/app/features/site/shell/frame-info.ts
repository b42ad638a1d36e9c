/** The outlet context of a frame. */
export type FrameInfo = {
  hasNavigation: boolean
  /** Whether the frame renders the page layout itself. */
  hasPage?: boolean
}
