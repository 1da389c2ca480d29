/** @type {import('next').NextConfig} */
const config = { cacheComponents: true, partialPrefetching: true };

export default config;
