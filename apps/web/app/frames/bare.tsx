import { Outlet } from 'react-router'
import type { FrameInfo } from '../features/site/frame-info.ts'

export default function BareFrame() {
  return <Outlet context={{ hasNavigation: false } satisfies FrameInfo} />
}
