import { Outlet, useOutletContext } from 'react-router'
import type { FrameInfo } from './frame-info.ts'

export function GuardOutlet() {
  return <Outlet context={useOutletContext<FrameInfo>()} />
}
