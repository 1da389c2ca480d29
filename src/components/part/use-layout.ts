'use client';
import { useEffect, useLayoutEffect } from 'react';

/** Runs before the page is painted; on a server never, and without the warning of React 18. */
export const useLayout: typeof useLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
