declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  type Options = {
    directory: string;
    silent: boolean;
    vhostBuckets: boolean;
    configureBuckets: { name: string }[];
  };

  /** An S3 server for tests, over a folder; it knows the key S3RVER with the secret S3RVER. */
  export default class S3rver {
    constructor(options: Options);
    callback(): RequestListener;
    configureBuckets(): Promise<void>;
  }
}
