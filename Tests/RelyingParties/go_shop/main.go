// The shop as developers in Go build it: golang-jwt makes the client secret, x/oauth2 exchanges the code, and go-oidc reads discovery and
// verifies the identity token. go_party.py starts it.
//
// On standard input comes what visits.py calls the task; the end of the input is the end of the shop. On standard output goes the port that it
// listens on.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/coreos/go-oidc"
	"github.com/golang-jwt/jwt"
	"golang.org/x/oauth2"
)

const (
	apple        = "https://appleid.apple.com"
	callback     = "https://shop.example.com/sign-in/apple/callback"
	secretExpiry = 5 * time.Minute
)

type task struct {
	Emulator struct{ SecurePort int }
	Client   struct{ ID, Team, KeyID, Key string }
}

type rejection struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type account struct {
	Account         string `json:"account"`
	Subject         string `json:"subject"`
	Email           string `json:"email"`
	EmailIsVerified *bool  `json:"emailIsVerified"`
	IsPrivateEmail  *bool  `json:"isPrivateEmail"`
	GivenName       string `json:"givenName"`
	FamilyName      string `json:"familyName"`
}

// flag is a claim that was a string until 2024 and is a Boolean since.
type flag bool

func (f *flag) UnmarshalJSON(text []byte) error {
	*f = string(text) == `true` || string(text) == `"true"`
	return nil
}

type shop struct {
	task     task
	client   *http.Client
	accounts map[string]account
}

// request is what one sign-in begins with.
type request struct {
	config   oauth2.Config
	verifier *oidc.IDTokenVerifier
}

func (s *shop) context() context.Context { return oidc.ClientContext(context.Background(), s.client) }

func (s *shop) prepare() (*request, error) {
	provider, err := oidc.NewProvider(s.context(), apple)
	if err != nil {
		return nil, err
	}
	secret, err := s.clientSecret()
	if err != nil {
		return nil, err
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInParams
	return &request{
		config: oauth2.Config{
			ClientID: s.task.Client.ID, ClientSecret: secret, Endpoint: endpoint, RedirectURL: callback,
			Scopes: []string{oidc.ScopeOpenID, "name", "email"},
		},
		verifier: provider.Verifier(&oidc.Config{ClientID: s.task.Client.ID}),
	}, nil
}

// clientSecret writes its audience as the library does by default: as an array.
func (s *shop) clientSecret() (string, error) {
	key, err := jwt.ParseECPrivateKeyFromPEM([]byte(s.task.Client.Key))
	if err != nil {
		return "", err
	}
	now := time.Now()
	token := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.RegisteredClaims{
		Issuer: s.task.Client.Team, Subject: s.task.Client.ID, Audience: jwt.ClaimStrings{apple},
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(secretExpiry)),
	})
	token.Header["kid"] = s.task.Client.KeyID
	return token.SignedString(key)
}

func (s *shop) signIn(w http.ResponseWriter, r *http.Request) {
	request, err := s.prepare()
	if err != nil {
		reject(w, "discovery", err)
		return
	}
	state, nonce := random(), random()
	for name, value := range map[string]string{"state": state, "nonce": nonce} {
		// Apple's form comes from another site.
		http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteNoneMode})
	}
	address := request.config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.SetAuthURLParam("response_mode", "form_post"))
	http.Redirect(w, r, address, http.StatusFound)
}

func (s *shop) takeAnswer(w http.ResponseWriter, r *http.Request) {
	state, nonce := cookie(r, "state"), cookie(r, "nonce")
	if r.PostFormValue("state") != state || state == "" {
		reject(w, "state", errors.New("the answer is to another request"))
		return
	}
	if code := r.PostFormValue("error"); code != "" {
		reject(w, code, errors.New("Apple sent an error"))
		return
	}
	request, err := s.prepare()
	if err != nil {
		reject(w, "discovery", err)
		return
	}
	token, err := request.config.Exchange(s.context(), r.PostFormValue("code"))
	if err != nil {
		reject(w, "exchange", err)
		return
	}
	text, _ := token.Extra("id_token").(string)
	identity, err := request.verifier.Verify(s.context(), text)
	if err == nil && identity.Nonce != nonce {
		err = errors.New("the nonce is another one")
	}
	if err != nil {
		reject(w, "token", err)
		return
	}
	known, err := s.account(identity, r.PostFormValue("user"))
	if err != nil {
		reject(w, "claims", err)
		return
	}
	answer(w, known)
}

func (s *shop) account(identity *oidc.IDToken, user string) (account, error) {
	if known, ok := s.accounts[identity.Subject]; ok {
		return known, nil
	}
	var claims struct {
		Email          string `json:"email"`
		EmailVerified  *flag  `json:"email_verified"`
		IsPrivateEmail *flag  `json:"is_private_email"`
	}
	if err := identity.Claims(&claims); err != nil {
		return account{}, err
	}
	var person struct {
		Name struct{ FirstName, LastName string }
	}
	if user != "" {
		if err := json.Unmarshal([]byte(user), &person); err != nil {
			return account{}, err
		}
	}
	known := account{
		Account: strconv.Itoa(len(s.accounts) + 1), Subject: identity.Subject, Email: claims.Email,
		EmailIsVerified: (*bool)(claims.EmailVerified), IsPrivateEmail: (*bool)(claims.IsPrivateEmail),
		GivenName: person.Name.FirstName, FamilyName: person.Name.LastName,
	}
	s.accounts[identity.Subject] = known
	return known, nil
}

func cookie(r *http.Request, name string) string {
	found, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return found.Value
}

func random() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(bytes)
}

func reject(w http.ResponseWriter, code string, reason error) {
	answer(w, map[string]rejection{"error": {code, reason.Error()}})
}

func answer(w http.ResponseWriter, value interface{}) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}

func main() {
	s := &shop{accounts: map[string]account{}}
	if err := json.NewDecoder(os.Stdin).Decode(&s.task); err != nil {
		log.Fatal(err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	emulator := fmt.Sprintf("127.0.0.1:%d", s.task.Emulator.SecurePort)
	// Apple's host is this machine's, as by a line in /etc/hosts and a port forwarding, and all others are out of reach.
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != "appleid.apple.com:443" {
			return nil, fmt.Errorf("%s is not to be asked in this test", address)
		}
		return (&net.Dialer{}).DialContext(ctx, network, emulator)
	}
	s.client = &http.Client{Transport: &http.Transport{DialContext: dial}, Timeout: time.Minute}

	http.HandleFunc("/sign-in", s.signIn)
	http.HandleFunc("/sign-in/apple/callback", s.takeAnswer)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
