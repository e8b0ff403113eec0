package io.leafid.remote;

/** The kinds of trouble with an id service that are ended in different ways. */
public enum ServiceTrouble {

    /** It does not answer, or not as an id service does. */
    AWAY,

    /** It asks for other credentials. */
    CREDENTIALS,

    /** One side does not accept the other's certificate. */
    CERTIFICATE,

    /** It sends elsewhere. */
    REDIRECT,

    /** Its instances are not known. */
    REGISTRY
}
