import { Outlet } from 'react-router'
import { HiddenCustomSlot } from '../features/site/shell/custom-markup.tsx'
import type { FrameInfo } from '../features/site/shell/frame-info.ts'

export default function BareFrame() {
  return (
    <>
      <Outlet context={{ hasNavigation: false } satisfies FrameInfo} />
      <HiddenCustomSlot name="header" />
      <HiddenCustomSlot name="footer" />
      <HiddenCustomSlot name="sidebar" />
    </>
  )
}
