declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  type Options = {
    directory: string;
    silent: boolean;
    vhostBuckets: boolean;
    configureBuckets: { name: string }[];
  };

  /**
   * An S3 server for tests that stores objects in a folder. Access key and secret are both S3RVER.
   */
  export default class S3rver {
    constructor(options: Options);
    callback(): RequestListener;
    configureBuckets(): Promise<void>;
  }
}
