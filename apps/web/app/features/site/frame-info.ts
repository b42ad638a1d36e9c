/** What a frame tells the screens inside it. */
export type FrameInfo = { hasNavigation: boolean }
