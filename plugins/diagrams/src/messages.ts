/** From the page to the frame. */
export type DrawRequest = { id: number; source: string; isDark: boolean }

/** `svg` without styles of pages, so that it can be an image. */
export type Drawing = {
  svg: string
  width: number
  height: number
  title: string
  description: string
}

/** From the frame to the page; `ready` once. */
export type FrameMessage =
  | { type: 'ready' }
  | ({ type: 'drawn'; id: number } & Drawing)
  | { type: 'failed'; id: number; message: string }
